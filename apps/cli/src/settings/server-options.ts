import type { Command } from 'commander';

/** What every command takes that talks to a service. */
export function addServerOptions(command: Command): void {
  command
    .option('--server <url>', 'the evaluation service (or ASSAY_SERVER; http://127.0.0.1:8080)')
    .option('--config <file>', 'the configuration file (assay.config.yaml)')
    .option('--no-color', 'no colours (or NO_COLOR)');
}
