#!/bin/sh
# Debian passes "configure", or "abort-…" after a failure. Red Hat passes the number of installed versions.
# An error of systemctl, such as for a masked unit, must not leave the package half-configured.
case "$1" in configure | [0-9]*) ;; *) exit 0 ;; esac
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload || true
# deb-systemd-invoke obeys the administrator's policy-rc.d
"$(command -v deb-systemd-invoke || echo systemctl)" try-restart avalanche-exporter.service || true
