#!/bin/sh
# Debian passes "configure" and the version before an upgrade, Red Hat the number of installed versions.
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart avalanche-exporter.service
fi
