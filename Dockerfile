# syntax=docker/dockerfile:1.7@sha256:a57df69d0ea827fb7266491f2813635de6f17269be881f696fbfdf2d83dda33e
# Node.js, the program and what it depends on: no shell, no npm, no root.
# Renovate updates the digests (.github/renovate.json). A digest covers all platforms of the tag.

FROM --platform=$BUILDPLATFORM docker.io/library/node:24.21.0-trixie-slim@sha256:173f125896c3b47ddf056734c7ea789d04595a6a08769a8f78e0df642781fb66 AS build
WORKDIR /avalanche-exporter
COPY package.json package-lock.json ./
# the optional packages are the Node.js of a checkout
RUN npm ci --omit=dev --omit=optional --ignore-scripts

ARG SOURCE_DATE_EPOCH=0
# npm sbom leaves out what a development package needs too, unless there are none
RUN npm pkg delete devDependencies optionalDependencies \
 && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json \
 && node -e 'const { readFileSync, writeFileSync } = require("node:fs"); \
      const sbom = JSON.parse(readFileSync("sbom.cdx.json", "utf8")); \
      delete sbom.serialNumber; \
      sbom.metadata.timestamp = new Date(process.env.SOURCE_DATE_EPOCH * 1000).toISOString(); \
      writeFileSync("sbom.cdx.json", JSON.stringify(sbom, null, 1));' \
 && rm package-lock.json

# of the packages only what runs, and that on the target alone
ARG TARGETARCH
RUN arch="$TARGETARCH" && if [ "$arch" = amd64 ]; then arch=x64; fi \
 && find node_modules -name '*.node' ! -path "*/linux-$arch/*.glibc.node" -delete \
 && test -n "$(find node_modules -name '*.node')" \
 && find node_modules -depth -type d \
      \( -name test -o -name tests -o -name 'benchmark*' -o -name 'example*' -o -name docs -o -name '.?*' \) -exec rm -r {} + \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' -o -name '*.test.*' -o -name '.*' \) -delete \
 && find node_modules -type d -empty -delete

COPY LICENSE ./
COPY src src
# whatever the umask of the checkout was
RUN chmod -R u=rwX,go=rX .

FROM gcr.io/distroless/nodejs24-debian13:nonroot@sha256:9eeb7f5887d0e239e78264b06f7f11d2e14be534050481803a9e4728fcdd278e
COPY --from=build /avalanche-exporter /app
ARG REVISION=unknown
ENV NODE_ENV=production SOURCE_COMMIT=$REVISION MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536 \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache
USER 65532:65532
EXPOSE 9652
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/nodejs/bin/node", "/app/src/main.ts", "healthcheck", "--pid", "1"]
# without the limit V8 takes 128 MB for young objects
ENTRYPOINT ["/nodejs/bin/node", "--disable-sigusr1", "--max-semi-space-size=2", "/app/src/main.ts"]

ARG VERSION=dev
ARG CREATED=1970-01-01T00:00:00Z
ARG SOURCE
ARG BASE_DIGEST
LABEL org.opencontainers.image.title="avalanche-exporter" \
      org.opencontainers.image.description="Prometheus exporter for AvalancheGo nodes" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED" \
      org.opencontainers.image.source="$SOURCE" \
      org.opencontainers.image.url="$SOURCE" \
      org.opencontainers.image.documentation="${SOURCE:+$SOURCE#readme}" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.vendor="The avalanche-exporter authors" \
      org.opencontainers.image.base.name="gcr.io/distroless/nodejs24-debian13:nonroot" \
      org.opencontainers.image.base.digest="$BASE_DIGEST"
