/** What an action reports to the next page: the code stands in its address, so the text must not. */
export const NOTICES = {
  address: "This is not an email address.",
  changed: "The role is changed.",
  deleted: "The project is deleted.",
  ended: "This invitation has ended, or it is for another address.",
  invited: "The invitation is on its way.",
  left: "You have left the organization.",
  name: "A name has 1 to 60 characters.",
  refused: "You may not do this, or it is done already.",
  removed: "The member is removed.",
  unsent: "The mail could not be sent. Invite this person again.",
  withdrawn: "The invitation is withdrawn.",
} as const;

export type NoticeCode = keyof typeof NOTICES;
