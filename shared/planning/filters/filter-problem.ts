import { invalidRequest, type ApiError } from '../../kernel/core/errors.ts';

/** A 400 about the parameter `filter`. */
export const filterProblem = (message: string): ApiError =>
  invalidRequest([{ in: 'query', path: 'filter', message }]);
