import { ApiError } from '../../kernel/core/errors.ts';

/** The 409 of a form that was shown with an earlier text than there is now. */
export const changedMeanwhile = ({ updatedAt }: { updatedAt: string }): ApiError =>
  new ApiError('version_conflict', 'The text has changed since the form was shown.', {
    details: { currentUpdatedAt: updatedAt },
  });
