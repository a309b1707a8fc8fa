//! Text that was read in a set which shares most of its letters with its own: Turkish as Icelandic, `õ` for `ő`.
//!
//! Invariant: the misread texts are those that `encoding_rs` makes of the bytes; what is mended is compared with
//! the text as it was.

use encoding_rs::{Encoding, ISO_8859_2, WINDOWS_1250, WINDOWS_1252, WINDOWS_1254, WINDOWS_1257};

use super::mend::Samples;

/// Texts, each with the set that it was written in.
const MISREAD: [(&Encoding, &str); 10] = [
    (
        WINDOWS_1254,
        "Kullanıcı adı veya şifre yanlış.\nLütfen bağlantıyı açıp yeniden deneyiniz.\n",
    ),
    (
        WINDOWS_1250,
        "Az őszi idő hűvös és esős volt, ezért később indultunk.\nA gyűjtemény előző része elkészült.\n",
    ),
    (
        WINDOWS_1250,
        "Připojení k serveru se nezdařilo, zkuste to později.\nVyhledávání v databázi je pravděpodobně vypnuté.\n",
    ),
    (
        WINDOWS_1250,
        "Nepodarilo sa otvoriť súbor, skúste to neskôr.\nPoužívateľ nemá dosť voľného miesta v počítači.\n",
    ),
    (
        ISO_8859_2,
        "Proszę podać hasło i nazwę użytkownika.\nNie można otworzyć pliku, ponieważ został już usunięty.\n",
    ),
    (
        WINDOWS_1250,
        "Nu s-a putut deschide fişierul, încercaţi din nou.\nToţi utilizatorii au fost înştiinţaţi.\n",
    ),
    (
        WINDOWS_1257,
        "Nepavyko atidaryti failo, bandykite dar kartą.\nVartotojų sąrašas jau įkeltas, prašome palūkėti.\n",
    ),
    (
        WINDOWS_1257,
        "Neizdevās atvērt datni, mēģiniet vēlreiz.\nLietotāju saraksts jau ir ielādēts, lūdzu, uzgaidiet.\n",
    ),
    (
        WINDOWS_1250,
        "Datoteke ni mogoče odpreti, ključ ni več veljaven.\nRačun uporabnika je že izključen, prosimo počakajte.\n",
    ),
    (
        WINDOWS_1250,
        "Nije moguće otvoriti datoteku, ključ više nije važeći.\nRačun je već isključen, molimo pričekajte ponovno učitavanje.\n",
    ),
];

/// Sound texts, whose letters another set would read otherwise.
const SOUND: [&str; 13] = [
    "Ο Β΄ Παγκόσμιος Πόλεμος άρχισε το 1939. Η Γ΄ Λυκείου είχε 25 μαθητές.\n",
    "Kantō, Bunkyō, Ōta, Kōtō, Kōbe, Tōkyō\n",
    "La rivière près de Karlštejn, où se trouve hlavní nádraží.\n",
    "máma;mamma\nmáj;maggio\nzámek;castello\nmísto;luogo\nkrása;beltà\nnová;novità\nrychlý;veloce\n",
    "Það tókst ekki að opna skrána, reyndu aftur síðar.\nÞýðingin er ókláruð, því miður.\n",
    "Impossible d’ouvrir le fichier, réessayez plus tard.\nLà où l’élève était déjà, la fenêtre était fermée.\n",
    "Die Datei ließ sich nicht öffnen, bitte später prüfen.\nGrüße aus Köln, Straße gesperrt.\n",
    "Não foi possível abrir o ficheiro, tente mais tarde.\nAs opções são poucas, e a ação não começou.\n",
    "Filen kunne ikke åbnes, prøv igen senere.\nDer er ingen ændringer på øen.\n",
    "Faili avamine nurjus, proovige hiljem uuesti.\nKõik võimalused on täna ära öeldud.\n",
    "Kāore i taea te huaki i te kōnae, whakamātauria anō.\nPorinīhia Wīwī, Ngā Motu.\n",
    "Non foi posíbel abrir o ficheiro; ténteo máis tarde.\nA mañá comezou con moita néboa.\n",
    "No se pudo abrir el archivo, inténtelo más tarde.\n¿Qué pasó mañana? El niño sabía la canción.\n",
];

#[test]
fn text_read_as_its_neighbours_is_mended_to_the_byte() {
    let samples = Samples::new();
    for (set, text) in MISREAD {
        let (bytes, _, lacks) = set.encode(text);
        assert!(!lacks, "{text}");
        let (misread, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
        for times in [1, 400] {
            let whole: String = { 0..times }
                .map(|number| misread.replace('\n', &format!(" {number}\n")))
                .collect();
            let meant: String = { 0..times }
                .map(|number| text.replace('\n', &format!(" {number}\n")))
                .collect();
            samples.put("a", whole.as_bytes());
            let done = samples.run("recode --fix auto a").output().unwrap();
            assert!(String::from_utf8_lossy(&done.stdout) == meant, "{text}");
            assert_eq!(done.status.code(), Some(0), "{text}");
            let denied = samples.run("check --deny mojibake a").output().unwrap();
            assert_eq!(denied.status.code(), Some(1), "{text}");
            let said = samples.run("guess a").output().unwrap();
            let said = String::from_utf8(said.stdout).unwrap();
            assert!(said.contains("mojibake, it was"), "{said}");
        }
    }
}

#[test]
fn a_line_in_doubt_is_left_and_told_beside_those_that_are_mended() {
    let samples = Samples::new();
    let misread = "Laikas tarp paspaudimø pasikartojimø\nNepavyko atverti podëlio failo aplanko\n";
    let meant = "Laikas tarp paspaudimų pasikartojimų\nNepavyko atverti podėlio failo aplanko\n";
    // Its words are as usual in other languages.
    let doubtful = "Sukeisti Alt ir Win klaviðus\n";
    samples.put("a", [misread, doubtful].concat().as_bytes());
    let done = samples.run("recode --fix auto a").output().unwrap();
    let expected = [meant, doubtful].concat();
    assert!(String::from_utf8_lossy(&done.stdout) == expected);
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(told.contains("a: line 3,"), "{told}");
    assert_eq!(done.status.code(), Some(1));
    let denied = samples.run("check --deny mojibake a").output().unwrap();
    let told = String::from_utf8(denied.stdout).unwrap();
    let lines: Vec<&str> = told.lines().map(|line| &line[..4]).collect();
    assert_eq!(lines, ["a:1:", "a:1:", "a:2:"], "{told}");
    assert_eq!(denied.status.code(), Some(1));
}

#[test]
fn one_letter_is_told_by_the_other_words_of_its_line() {
    let samples = Samples::new();
    let text = "Upravite¾né\nH¾adací ståpec\nTento kľúč preváži skrývanie textového kurzora.\n";
    samples.put("a", text.as_bytes());
    let done = samples.run("recode --fix auto a").output().unwrap();
    let mended = "Upraviteľné\nHľadací stĺpec\nTento kľúč preváži skrývanie textového kurzora.\n";
    assert!(String::from_utf8_lossy(&done.stdout) == mended);
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn sound_lines_in_other_languages_stay_beside_misread_ones() {
    let samples = Samples::new();
    for (misread, meant, sound) in [
        (
            "Nu se poate gãsi fiºierul. Vã rugãm sã încercaþi din nou\n",
            "Nu se poate găsi fişierul. Vă rugăm să încercaţi din nou\n",
            "Não foi possível abrir a sessão\n",
        ),
        (
            "Proszê podaæ nazwê u¿ytkownika\nB³¹d: nie znaleziono pliku\n",
            "Proszę podać nazwę użytkownika\nBłąd: nie znaleziono pliku\n",
            "Le père est très fâché\nOù êtes-vous ?\n",
        ),
        (
            "Pøesunout okno o jednu plochu vlevo\nChyba pøi inicializaci certifikátu\nUmístìní spustitelných souborù\n",
            "Přesunout okno o jednu plochu vlevo\nChyba při inicializaci certifikátu\nUmístění spustitelných souborů\n",
            "Troppi file aperti; non può più aprire\nIl valore di colore massimo è zero\n",
        ),
        (
            "Laikas tarp paspaudimø pasikartojimø\nNepavyko atverti podëlio failo aplanko\n",
            "Laikas tarp paspaudimų pasikartojimų\nNepavyko atverti podėlio failo aplanko\n",
            "Esegue il comando nei momenti di inattività della rete\nLa password non è valida\n",
        ),
    ] {
        samples.put("a", [misread, sound].concat().as_bytes());
        let done = samples.run("recode --fix auto a").output().unwrap();
        let expected = [meant, sound].concat();
        assert!(String::from_utf8_lossy(&done.stdout) == expected, "{sound}");
    }
}

#[test]
fn sound_text_stays_as_it_is() {
    let samples = Samples::new();
    for text in SOUND {
        for times in [1, 400] {
            let whole = text.repeat(times);
            samples.put("a", whole.as_bytes());
            let done = samples.run("recode --fix auto a").output().unwrap();
            assert!(String::from_utf8_lossy(&done.stdout) == whole, "{text}");
            let denied = samples.run("check --deny mojibake a").output().unwrap();
            assert_eq!(denied.status.code(), Some(0), "{text}");
            let said = samples.run("guess a").output().unwrap();
            let said = String::from_utf8(said.stdout).unwrap();
            assert!(!said.contains("mojibake"), "{said}");
        }
    }
}

#[test]
fn a_few_misread_lines_among_sound_ones_of_the_language_are_mended() {
    let samples = Samples::new();
    let sound =
        "Soubor nelze otevřít, protože již byl odstraněn.\nPřipojení k serveru bylo navázáno.\n";
    let misread = "Tabulka øetìzcù má pøíliš mnoho záznamù\n";
    let meant = "Tabulka řetězců má příliš mnoho záznamů\n";
    for (before, after) in [(1, 1), (40, 3), (300, 300)] {
        let whole = |line: &str| [&sound.repeat(before), line, &sound.repeat(after)].concat();
        samples.put("a", whole(misread).as_bytes());
        let done = samples.run("recode --fix auto a").output().unwrap();
        assert!(String::from_utf8_lossy(&done.stdout) == whole(meant));
        assert_eq!(done.status.code(), Some(0));
        let denied = samples.run("check --deny mojibake a").output().unwrap();
        let told = String::from_utf8(denied.stdout).unwrap();
        let line = format!("a:{}:", 2 * before + 1);
        assert!(told.lines().all(|told| told.starts_with(&line)), "{told}");
        assert_eq!(denied.status.code(), Some(1));
    }
}

#[test]
fn a_letter_among_elements_of_a_markup_stays() {
    let samples = Samples::new();
    for name in [
        "<comment xml:lang=\"cs\">kolekce fontů</comment>",
        "<comment xml:lang=\"pl\">Deseń programu GIMP</comment>",
    ] {
        let text = format!("<comment>Font collection</comment>\n{name}\n");
        samples.put("a", text.as_bytes());
        let done = samples.run("recode --fix auto a").output().unwrap();
        assert!(String::from_utf8_lossy(&done.stdout) == text);
        let denied = samples.run("check --deny mojibake a").output().unwrap();
        assert_eq!(denied.status.code(), Some(0));
    }
}
