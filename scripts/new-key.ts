/** `npm run new-key`: prints a new API key once, and the FAIRTRIAL_API_KEYS entry with its hash. */
import { createHash, randomBytes } from 'node:crypto';

const key = `ak_${randomBytes(32).toString('base64url')}`;
const hash = createHash('sha256').update(key).digest('hex');
console.log(`for the caller, shown only now:  ${key}`);
console.log(`for FAIRTRIAL_API_KEYS:              sha256:${hash}`);
