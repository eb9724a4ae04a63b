import { z } from 'zod';

/** Annotations of a reply, such as `intent` and `sentiment`; keys and values are the caller's. */
export const Metadata = z.record(z.string(), z.unknown()).meta({ id: 'Metadata' });
export type Metadata = z.infer<typeof Metadata>;
