export { nounHistories } from '../../shared/events/history/list-noun-history.ts';
