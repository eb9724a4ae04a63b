# One image for both services and the command: `evals api`, `evals worker`, `evals all`, `agent`, `migrate`, and every
# command of `fairtrial`, such as `run` (see scripts/container/fairtrial).
# Needs only Node and a shell from its base image, writes no files, and runs as uid 1000.
ARG BASE=docker.io/library/node:24.21.0-slim

FROM ${BASE} AS built
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && node scripts/build.ts

FROM ${BASE}
LABEL org.opencontainers.image.title="Fairtrial" \
  org.opencontainers.image.description="Evaluates chat models by running real conversations, and serves a tool-using agent" \
  org.opencontainers.image.licenses="Apache-2.0"
# .env is for checkouts; a container gets its settings from its environment.
ENV NODE_ENV=production EVALS_HOST=0.0.0.0 AGENT_HOST=0.0.0.0
WORKDIR /app
COPY LICENSE ./
COPY scripts/container/fairtrial ./
COPY --from=built /app/dist dist
USER 1000:1000
EXPOSE 8080 8000
HEALTHCHECK --interval=10s --timeout=4s --start-period=40s --retries=3 CMD ["/app/fairtrial", "health"]
ENTRYPOINT ["/app/fairtrial"]
CMD ["evals", "all"]
