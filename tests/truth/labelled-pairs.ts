import { readFileSync } from 'node:fs';
import { readText, scoreReply, scorers } from '@assay/scorers';
void scorers;
export const x = 1;
