import type { PageMessages } from '../page-messages.ts';
import type { names as english } from '../en/names.ts';

export const names: Pick<PageMessages, keyof typeof english> = {
  'name.label': 'Votre nom',
  'name.hint': 'Affiché publiquement à côté de ce que vous écrivez sur les portails d’idées.',
  'name.postedAs': 'Publié sous le nom {name}, visible de tous. Les adresses e-mail sont masquées.',
  'name.change': 'Changer de nom',
  'name.missing': 'Saisissez votre nom. Il est affiché avec ce que vous publiez.',
  'name.tooLong': 'Votre nom peut compter au plus 120 caractères.',
  'name.invisible': 'Utilisez un nom sur une seule ligne, sans caractères invisibles.',
  'name.alphabets': 'Utilisez les lettres d’un seul alphabet dans chaque mot de votre nom.',
  'name.team': 'Utilisez un nom sans « Team » ni coche : ils indiquent ce que l’équipe a écrit.',
  'name.address': 'Choisissez un nom qui n’est pas une adresse e-mail, car tout le monde peut le voir.',
};
