/**
 * The paths of what anyone who has the link may use, since a mail or a response gave it to one person: a secret follows each.
 * No other link of the service stands for a person.
 */
export const personalPaths = {
  mailPreferences: '/mail-preferences/',
  invitation: '/invitations/',
  addressUndo: '/account-address/',
  calendar: '/calendars/',
} as const;
