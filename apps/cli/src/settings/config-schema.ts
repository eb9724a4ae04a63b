import { z } from 'zod';
import { ConfigFile } from './config-file.ts';

/** The JSON Schema that editors check assay.config.yaml with. */
export function configSchema(): string {
  const schema = z.toJSONSchema(ConfigFile, { io: 'input', unrepresentable: 'any' });
  return `${JSON.stringify(schema, null, 2)}\n`;
}
