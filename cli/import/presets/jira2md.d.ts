declare module 'jira2md' {
  const jira: { to_markdown(text: string): string };
  export default jira;
}
