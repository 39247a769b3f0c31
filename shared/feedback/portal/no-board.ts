import { invalidReference } from '../../kernel/core/errors.ts';

/** The 400 for a board that a portal does not have. */
export const noBoard = () =>
  invalidReference([{ path: 'boardId', message: 'is not a board of this portal' }]);
