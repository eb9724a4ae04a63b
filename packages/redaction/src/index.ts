export { createRedact, type Redact } from './redact.ts';
