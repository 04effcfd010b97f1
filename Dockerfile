# The image builds from the repository: docker build --tag wayfare .
# It runs as an ordinary user, writes to /data alone (and /tmp), and holds its own PostgreSQL; docs/OPERATIONS.md says the rest.
FROM node:24-bookworm-slim AS build
WORKDIR /src
ENV NODE_ENV=production
# packages are installed anew only when they changed
COPY package.json package-lock.json ./
COPY core/package.json core/
COPY contract/package.json contract/
COPY citymap/package.json citymap/
COPY server/package.json server/
COPY web/package.json web/
COPY sim/package.json sim/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY scripts/ensure.mjs scripts/
RUN node --input-type=module -e "import { ensureInstalled } from './scripts/ensure.mjs'; await ensureInstalled(true)"
COPY . .
# what /api/health/ready calls the build: --build-arg WAYFARE_COMMIT=$(git rev-parse HEAD)
ARG WAYFARE_COMMIT
RUN node scripts/runtime-tree.mjs /out

FROM node:24-bookworm-slim
COPY --from=build /out /opt/wayfare
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
WORKDIR /opt/wayfare
ENV NODE_ENV=production WAYFARE_DATA=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.js"]
