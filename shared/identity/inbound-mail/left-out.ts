/** The line of a mail that becomes no story; a metric counts it. */
export const LEFT_OUT_MESSAGE = 'mail left out';
