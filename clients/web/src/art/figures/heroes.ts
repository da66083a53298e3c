// The heroes of FATE: the figure of a class, and one own thing in gold or cream. Two heroes of a class differ in what they wear on their heads.
import { meetHeroes, type Hero } from "../figures";

export const heroes: Record<string, Hero> = {
  brannoch: { class: "spearman", own: `
fill #4d6b35 M17 17Q20 8 32 7Q44 8 47 17L43 14L40 18L36 13L32 18L28 13L24 18L21 14Z
thin gold 1.4 M22 12L19 6L25 10ZM31 8L32 1L35 8ZM41 12L46 6L43 13Z
open #4d6b35 2.4 M14 54Q22 50 20 45Q28 42 28 36Q38 30 40 24` },
  ilse: { class: "spearman", own: `
fill cream M20 27Q17 6 32 4Q47 6 44 27Q42 14 32 13Q22 14 20 27Z
line gold 1.4 M44 16Q56 14 55 24
fill gold M49 25H61L59 38H51Z
flat #fff3c4 M52 28H58L57 35H53Z` },
  tamsin: { class: "rider", own: `
fill cream M21 24Q8 20 1 6Q5 22 2 24Q8 26 5 31Q13 31 12 36Q20 34 22 30Z
open gold 1.4 M18 26Q9 21 4 12M17 29Q10 28 7 28
thin gold 1.4 M20 9L22 2L26 7L30 2L32 9Q26 11 20 9Z` },
  kesh: { class: "rider", own: `
fill cream M18 12Q17 3 26 2Q35 3 34 12Q30 8 26 9Q21 9 18 12Z
disc gold 26 5 2.2
fill gold M20 15Q10 15 2 22Q4 27 1 31Q12 30 20 21Z
line cream 2 M39 21L60 6` },
  odwin: { class: "knight", own: `
fill cream M21 10Q32 2 43 10V25Q32 33 21 25Z
flat ink M24 16H40V18.5H24Z
flat gold M30.5 7H33.5V29H30.5Z
flat gold M25 20.5H39V23H25Z
thin gold 1.4 M20 9L19 2L25 6L32 0L39 6L45 2L44 9Q32 4 20 9Z` },
  ruska: { class: "knight", own: `
line wood 1.8 M13 57V6
thin cream 1.6 M13 6H1L5 12L1 18H13Z
flat gold M9 9H5L7 12L5 15H9Z
fill dark M15 14Q20 3 32 3Q44 3 49 14Q40 11 32 11Q24 11 15 14Z
open gold 1.8 M17 13Q24 9.500 32 9.500Q40 9.500 47 13
fill cream M42 7Q48 -5 57 -1Q54 7 45 9Z` },
  nettle: { class: "archer", own: `
line cream 2 M26 9Q18 6 16 -4M20 4L12 3M17 0L21 -5
line cream 2 M38 9Q46 6 48 -4M44 4L52 3M47 0L43 -5
fill gold M29 28L33 24L37 28L33 34Z` },
  gauge: { class: "archer", own: `
fill bark M22 15Q24 4 33 4Q42 4 43 15Q33 12 22 15Z
disc gold 29 18 4.6
disc gold 38 18 4.6
spot crystal 29 18 2.4
spot crystal 38 18 2.4
disc gold 24 42 6
spot ink 24 42 2.2
open gold 2.6 M24 33.500V37M24 47V50.500M15.500 42H19M29 42H32.500M18 36L20.500 38.500M30 48L27.500 45.500M30 36L27.500 38.500M18 48L20.500 45.500` },
  pell: { class: "trickster", own: `
line gold 2.6 M13 57V40
disc gold 13 28 11
spot #e8f6f6 13 28 8
flat #a9dfe4 M7 31L16 21L19 23L9 34Z
thin gold 1.4 M26 6L28 -1L32 4L36 -1L38 6Q32 8 26 6Z` },
  sedge: { class: "trickster", own: `
fill cream M10 18Q18 14 22 6Q32 -3 42 6Q46 14 54 18Q32 25 10 18Z
open #8b7a4a 1.4 M16 17Q24 13 27 5M48 17Q40 13 37 5M32 20V2
line bark 2.4 M10 57Q14 40 8 30Q6 22 13 20
fill gold M13 20Q20 18 20 25Q21 33 14 34Q9 32 11 26Q10 22 13 20Z` },
  vesper: { class: "assassin", own: `
line gold 4 M20 54Q10 48 22 44Q44 42 44 36Q44 31 30 33Q18 34 20 28
fill gold M18 30Q13 25 18 21Q24 20 25 26Q23 31 18 30Z
spot ink 19 24.500 1.2
open #a8281c 1.4 M15.500 23L10 21L8 18M10 21L7 22` },
  quill: { class: "assassin", own: `
fill cream M25 14Q32 10 39 14L38 24Q32 29 26 24Z
flat ink M27 17L31 18.500L30.500 20.500L27.500 20ZM37 17L33 18.500L33.500 20.500L36.500 20Z
fill cream M39 9Q46 -8 60 -5Q56 4 50 6Q54 7 55 8Q48 14 42 12Z
open gold 1.6 M38 14Q46 4 57 -3
fill gold M12 41L18 38L21 44L15 47Z` },
  hroka: { class: "berserker", own: `
fill cream M19 25Q12 20 17 12Q15 5 23 6Q26 -1 32 3Q38 -1 41 6Q49 5 47 12Q52 20 45 25L46 34L40 28Q42 15 32 13Q22 15 24 28L18 34Z
fill #e06a1f M26 6Q24 -2 31 -8Q31 -3 35 -5Q40 0 37 6Q32 3 26 6Z
flat gold M29 5Q28 0 32 -3Q35 0 35 4Q32 2 29 5Z` },
  grum: { class: "berserker", own: `
fill cream M22 20Q19 6 32 5Q45 6 42 20L39 25H25Z
flat ink M25 15Q28 12 31 16Q29 20 26 19ZM39 15Q36 12 33 16Q35 20 38 19Z
flat ink M32 19L34 22.500H30Z
open ink 1.2 M28 22V25M32 23V25M36 22V25
open gold 2.4 M26 35L32 40L38 35M26 40L32 45L38 40` },
};

meetHeroes(heroes);
