// The pages of a person's account; loaded with the first request for one of them.

export { acceptWorkspace, leaveFromAccount, saveOwnName, showAccount } from '../accounts/account.ts';
export { confirmAddress } from '../accounts/confirm-address.ts';
export { deleteAccount } from '../accounts/delete-account.ts';
export { endOtherSession } from '../accounts/end-session.ts';
export { acceptInvitation, showInvitation } from '../accounts/invitation.ts';
export { setMailPreferences, showMailPreferences } from '../accounts/mail-preferences.ts';
export { askForAddress, showOwnAddress } from '../accounts/own-address.ts';
export { setOwnPassword, showOwnPassword } from '../accounts/own-password.ts';
export { setOwnLanguage } from '../accounts/set-own-language.ts';
export { createOwnToken, findOwnTokens, revokeOwnToken, showOwnTokens } from '../accounts/own-tokens.ts';
export { showAddressUndo, undoAddress } from '../accounts/undo-address.ts';
export { endConnection, narrowConnection, showConnections } from './connections.ts';
