// Pages for whoever has a link to them; loaded with the first request for one of them.

export { acceptInvitation, showInvitation } from '../accounts/invitation.ts';
export { setMailPreferences, showMailPreferences } from '../accounts/mail-preferences.ts';
export { showAddressUndo, undoAddress } from '../accounts/undo-address.ts';
