// Pages for anyone who has a link to them; loaded with the first request for one of them.

export * as invitation from './invitation.ts';
export * as mail from './mail-preferences.ts';
export * as undo from './undo-address.ts';
