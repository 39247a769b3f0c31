/** Texts of the pages on which a person changes their address and chooses their mail. */
export const settings = {
  'mailNews.title': 'Email settings',
  'mailNews.invited': 'You’ve been invited to {workspace}. {link}',
  'mailNews.answer': 'Accept or decline',
  'mailNews.stop': 'Unsubscribe',
  'mailNews.signIn': 'Sign in to choose what you get',
  'mailNews.each': 'An email for each piece of news',
  'mailNews.daily': 'One email a day',
  'mailNews.off': 'No email',
  'mailNews.saved': 'Saved: {mode}.',
  'mailNews.savedUpdates': 'Saved: only new updates.',
  'mailNews.endedUpdates': 'You get no more email about updates of this portal. Other email still comes.',
  'mailNews.endedKind': 'You get no more email of this kind. Other email still comes.',
  'mailNews.updates': 'Email me each new update of the changelog',
  'mailNews.workspace':
    'Mentions, assignments, stories you watch and, if you chose them, visitors’ ideas in {workspace}',
  'mailNews.portal': 'News about what you follow on {portal}',
  'mailNews.thisPortal': 'this portal',
  'mailNews.save': 'Save',
  'address.title': 'Your address',
  'address.now': 'Your email is {email}.',
  'address.new': 'New email address',
  'address.hint':
    'We’ll send a code to the new address and let the old one know. Workspaces you have joined see the new one.',
  'address.sent':
    'We sent a code to {email}. It works in this browser for 10 minutes. Your address changes once you enter it.',
  'address.change': 'Change my address',
  'address.again': 'Didn’t get it? Check your spam folder, or {link}.',
  'address.restart': 'start again',
  'address.own': 'This is your address already.',
  'address.wrongPassword': 'The current password is incorrect.',
  'address.backTitle': 'Get your account back',
  'address.backText':
    'Your account gets the address {email} again. Everyone is signed out, applications lose their access, and the password no longer works.',
  'address.undo': 'Undo the change',
  'address.backDone': 'Your account is back',
  'addressMail.codeSubject': '{code} is your code for a new address',
  'addressMail.codeTitle': 'Your code for a new address',
  'addressMail.codeText':
    'A Plotline account asked to use this address. If that was you, enter the code in the browser window in which you asked for it. It is valid for ten minutes.',
  'addressMail.codeIgnore':
    'If it was not you, ignore this email: nothing changes without the code. Do not share the code.',
  'addressMail.title': 'The address of your account was changed',
  'addressMail.text': 'Sign in with the new address from now on. This one no longer opens your account.',
  'addressMail.notYou':
    'If it was not you, undo it within seven days: you get your account back with this address, and everybody else is signed out. Do not sign in with this address before that, since it would begin a new account.',
  'addressMail.undo': 'It was not me',
  'address.backDoneText': '{link} with a code by email, and set a new password there if you had one.',
} as const;
