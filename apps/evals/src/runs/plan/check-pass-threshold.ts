import { AppError, type EvaluationRequest } from '@assay/contracts';

type Asked = Pick<EvaluationRequest, 'pass_threshold' | 'scorers'>;

/** A mark on a score that nobody asked for would never be reached, nor missed. */
export function checkPassThreshold({ pass_threshold: threshold, scorers }: Asked): void {
  if (threshold === undefined || scorers === undefined || scorers.includes('overall')) return;
  const detail = "pass_threshold is a mark on 'overall', which is not among the scorers";
  throw new AppError('invalid_request', detail, {
    errors: [{ pointer: '/pass_threshold', detail }],
  });
}
