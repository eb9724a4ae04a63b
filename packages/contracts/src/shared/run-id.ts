import { z } from 'zod';

/** One accepted evaluation. A UUID v7, so that ids sort by time. */
export const RunId = z.uuid().brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;
