# syntax=docker/dockerfile:1.7@sha256:a57df69d0ea827fb7266491f2813635de6f17269be881f696fbfdf2d83dda33e
# Node.js and the compiled program: no shell, no npm, no root.
# Renovate updates the digests (.github/renovate.json). A digest covers all platforms of the tag.

FROM --platform=$BUILDPLATFORM docker.io/library/node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
WORKDIR /avalanche-exporter
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY LICENSE README.md ./
COPY src src
ARG REVISION=unknown
ARG SOURCE_DATE_EPOCH=0
ARG TARGETARCH
RUN SOURCE_COMMIT="$REVISION" node src/tools/packaging/image.ts app "$TARGETARCH"

FROM gcr.io/distroless/nodejs26-debian13:nonroot@sha256:afc6657a4b662f9cb69ca892b0596e55d6ef81a10e83ee8887b13f602877df89
COPY --from=build /avalanche-exporter/app /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536
USER 65532:65532
EXPOSE 10652
# without the limit V8 takes 128 MB for young objects
ENTRYPOINT ["/nodejs/bin/node", "--disable-sigusr1", "--max-semi-space-size=2", "/app/avalanche-exporter.js"]

ARG VERSION=dev
ARG REVISION=unknown
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
      org.opencontainers.image.base.name="gcr.io/distroless/nodejs26-debian13:nonroot" \
      org.opencontainers.image.base.digest="$BASE_DIGEST"
