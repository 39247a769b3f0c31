/** Texts of the pages on which a person changes their address and chooses their mail. */
export const settings = {
  'mailNews.title': 'Mail preferences',
  'mailNews.each': 'A mail for each piece of news',
  'mailNews.daily': 'One mail a day',
  'mailNews.off': 'No mail',
  'mailNews.saved': 'Saved: {mode}.',
  'mailNews.workspace':
    'Mentions, assignments, the stories that you watch and, if you chose them, ideas of visitors in {workspace}',
  'mailNews.portal': 'News of the ideas that you follow on {portal}',
  'mailNews.thisPortal': 'this portal',
  'mailNews.save': 'Save',
  'address.title': 'Your address',
  'address.now': 'It is {email}.',
  'address.signIn':
    'To change it, sign out and sign in with a code by email; then come back here within 15 minutes.',
  'address.new': 'New email address',
  'address.hint':
    'We send it a code, and notify your present address. Workspaces that you have joined see the new one.',
  'address.sent':
    'We have sent a code to {email}. It is valid for ten minutes, in this browser. Your address changes once you have entered it.',
  'address.change': 'Change my address',
  'address.again': 'Didn’t get it? Check your spam folder, or {link}.',
  'address.restart': 'start again',
  'address.own': 'This is your address already.',
  'address.wrongPassword': 'The current password is incorrect.',
  'address.backTitle': 'Get your account back',
  'address.backText':
    'Your account gets the address {email} again. Everybody is signed out, applications lose their access, and the password no longer works.',
  'address.undo': 'Undo the change',
  'address.backDone': 'Your account is back',
  'address.backDoneText': '{link} with a code by email, and set a new password there if you had one.',
} as const;
