export { createDatabase, type Database, type Template } from './create-database.ts';
export { freePort } from './free-port.ts';
export { serverUser } from './init-cluster.ts';
export { shareCluster } from './share-cluster.ts';
export { startCluster, type Cluster } from './start-cluster.ts';
export { startProxy, type Proxy } from './start-proxy.ts';
