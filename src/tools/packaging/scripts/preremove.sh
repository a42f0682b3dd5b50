#!/bin/sh
# Debian passes "remove" or "upgrade", Red Hat the number of versions that stay.
case "$1" in remove | 0) ;; *) exit 0 ;; esac
[ -d /run/systemd/system ] || exit 0
# a masked unit can still run, and cannot be disabled
"$(command -v deb-systemd-invoke || echo systemctl)" stop avalanche-exporter.service || true
systemctl disable avalanche-exporter.service || true
