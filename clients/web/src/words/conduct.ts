// The rules for players, in the languages of the page.

interface Part { title: string; lines: string[] }

export const RULES: Record<"en" | "de", Part[]> = {
  en: [
    { title: "With each other", lines: [
      "Be kind to those who play with you. No insults, threats or harassment, neither in the chat nor in your name.",
      "Nobody else's name: don't pretend to be somebody you are not.",
      "No advertising, and nothing that is against the law.",
    ] },
    { title: "At the board", lines: [
      "Play to win, or resign. Who keeps others waiting on purpose, or loses on purpose, plays against everybody.",
      "In rated matches one person has one account, and decides alone: no programs, no second opinion while the match runs.",
      "Programs are welcome elsewhere, under a name that says what they are.",
      "Who finds a fault of the server or of the rules tells whoever runs it, and does not use it against others.",
    ] },
    { title: "When something is wrong", lines: [
      "Mute: the menu beside the chat keeps what somebody says from you. Nobody is told.",
      "Report: whoever runs this server reads it, together with what was said in the match.",
      "Who breaks these rules may be banned from this server by whoever runs it.",
    ] },
    { title: "What is kept", lines: [
      "Your name, your ratings and your matches, and what you said in them. Passwords and sessions are kept as hashes.",
      "Addresses are used while you are here, to keep floods away, and are not stored with your name.",
      "On the page of your account you can take a copy of your data, and be forgotten.",
    ] },
  ],
  de: [
    { title: "Miteinander", lines: [
      "Sei freundlich zu denen, die mit dir spielen. Keine Beleidigungen, Drohungen oder Belästigungen, weder im Gespräch noch im Namen.",
      "Niemandes anderen Name: gib dich nicht für jemanden aus, der du nicht bist.",
      "Keine Werbung und nichts, was gegen Gesetze verstößt.",
    ] },
    { title: "Am Brett", lines: [
      "Spiele um den Sieg, oder gib auf. Wer andere absichtlich warten lässt oder absichtlich verliert, spielt gegen alle.",
      "In gewerteten Partien hat jeder Mensch ein Konto und entscheidet allein: keine Programme, kein Rat, solange die Partie läuft.",
      "Programme sind sonst willkommen, unter einem Namen, der sagt, was sie sind.",
      "Wer einen Fehler des Servers oder der Regeln findet, sagt es dem Betreiber und nutzt ihn nicht gegen andere.",
    ] },
    { title: "Wenn etwas nicht stimmt", lines: [
      "Stummschalten: im Menü beim Gespräch hältst du fern, was jemand sagt. Niemand erfährt davon.",
      "Melden: der Betreiber dieses Servers liest es, zusammen mit dem, was in der Partie gesagt wurde.",
      "Wer gegen diese Regeln verstößt, kann vom Betreiber dieses Servers gesperrt werden.",
    ] },
    { title: "Was aufbewahrt wird", lines: [
      "Dein Name, deine Wertungen und deine Partien, und was du in ihnen gesagt hast. Passwörter und Sitzungen nur als Prüfsummen.",
      "Adressen werden benutzt, solange du hier bist, um Fluten abzuhalten, und nicht mit deinem Namen gespeichert.",
      "Auf der Seite deines Kontos kannst du eine Kopie deiner Daten holen und dich vergessen lassen.",
    ] },
  ],
};
