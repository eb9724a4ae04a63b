import { JsonPointer, Protocol } from '@assay/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** The options that say how the endpoint under test is called. */
export function addEndpointOptions(command: Command): void {
  command
    .option('--endpoint <url>', 'the endpoint under test')
    .option('--model <id>', 'the model at that endpoint')
    .addOption(
      new Option(
        '--protocol <name>',
        'how the endpoint is spoken to (default: by its path)',
      ).choices(['auto', ...Protocol.options]),
    )
    .option(
      '--reply <pointer>',
      'where the text of the reply is in an answer of unknown shape, such as /data/answer',
      toPointer,
    );
}

function toPointer(text: string): string {
  if (JsonPointer.safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be a JSON Pointer, such as /data/answer.');
}
