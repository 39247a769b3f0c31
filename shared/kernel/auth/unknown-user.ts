/** Looked up when there is no user, so that unknown addresses take equally long. */
export const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';
