// Pages for whoever has a link to them; loaded with the first request for one of them.

export * as invitation from '../accounts/invitation.ts';
export * as mail from '../accounts/mail-preferences.ts';
export * as undo from '../accounts/undo-address.ts';
