/**
 * The paths of pages that whoever has the link may use, since a mail was sent to them: a secret follows each. No other
 * link of the service stands for a person.
 */
export const personalPaths = {
  mailPreferences: '/mail-preferences/',
  invitation: '/invitations/',
  addressUndo: '/account-address/',
} as const;
