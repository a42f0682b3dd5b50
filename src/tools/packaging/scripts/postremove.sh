#!/bin/sh
# Debian passes "remove", "purge" or "upgrade", Red Hat the number of versions that stay.
case "$1" in remove | 0) ;; *) exit 0 ;; esac
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload || true
