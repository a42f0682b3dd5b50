#!/bin/sh
# Debian passes "remove" or "upgrade", Red Hat the number of versions that stay.
if [ -d /run/systemd/system ] && { [ "$1" = remove ] || [ "$1" = 0 ]; }; then
  systemctl disable --now avalanche-exporter.service
fi
