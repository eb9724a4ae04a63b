# One image for both services and the command: `evals api`, `evals worker`, `evals all`, `agent`, `migrate`, and every
# command of `assay`, such as `run` (see container/assay).
# Needs only Node and a shell from its base image, writes no files, and runs as uid 1000.
ARG BASE=docker.io/library/node:24.21.0-slim

# Only the console and the command are built. The services run from their TypeScript sources.
FROM ${BASE} AS built
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm run build:console \
  && npm run build:cli

# Runtime dependencies of the two services, without development and platform-specific optional packages.
FROM ${BASE} AS packages
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund -w @assay/evals -w @assay/agent

FROM ${BASE}
LABEL org.opencontainers.image.title="Assay" \
  org.opencontainers.image.description="Evaluates chat models by running real conversations, and serves a tool-using agent" \
  org.opencontainers.image.licenses="Apache-2.0"
# .env is for checkouts; a container gets its settings from its environment.
ENV NODE_ENV=production EVALS_HOST=0.0.0.0 AGENT_HOST=0.0.0.0
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/packages packages
COPY --from=packages /app/apps/evals apps/evals
COPY --from=packages /app/apps/agent apps/agent
COPY package.json LICENSE ./
COPY container container
COPY --from=built /app/apps/console/dist apps/console/dist
COPY --from=built /app/dist dist
USER 1000:1000
EXPOSE 8080 8000
HEALTHCHECK --interval=10s --timeout=4s --start-period=40s --retries=3 CMD ["/app/container/assay", "health"]
ENTRYPOINT ["/app/container/assay"]
CMD ["evals", "all"]
