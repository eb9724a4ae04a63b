import { z } from 'zod';

/** A UUID v7, so that ids sort by creation time. */
export const RunId = z.uuid().brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;
