// The page of the directory for people: where it is, and the place in its frame that a Nexus fills.

export const nexusPath = '/nexus';
/** Id of the element whose content is replaced. */
export const nexusFrame = 'nexus-members';
