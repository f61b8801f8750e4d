using System.Globalization;
using System.IO.Compression;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Export;

namespace DbIngest.Sources.Tests.Mutation;

/// <summary>A small sound input of every kind.</summary>
internal static class Subjects
{
    private static readonly string[] Numbers = ["99999", "999999", "-1", "0", "1e308", "1e-400", "4294967295", "2147483648",
        "9999999999999999999", "NaN", "-0", "1e22", "0x1"];
    private static readonly string[] Skipping = ["", "bad-rows=skip"];

    /// <summary>The kinds by their names.</summary>
    public static IReadOnlyDictionary<string, Func<Subject>> All { get; } =
        new Dictionary<string, Func<Subject>>(StringComparer.Ordinal)
        {
            ["csv"] = () => One("a.csv", Csv(),
                [.. Numbers, "\"", "\r", ";", "\t", "\xef\xbb\xbf", "?", "+01:00", "Z", "24:00", "29/2/2023", "13-Mar-2024 10:00",
            " to ", " UTC", "20240313100000"],
                ["", "bad-rows=skip", "date=d/M/yyyy,bad-rows=skip", "quote=none", "time-zone=Europe/Paris",
                "encoding=utf-16,bad-rows=skip"]),
            ["xml"] = () => One("a.xml", Exported("xml", "a.xml"),
                [.. Numbers, "<", ">", "/>", "&#0;", "&amp;", "<!--", "-->", "<![CDATA[", "<!DOCTYPE x>", "<record>", "\"",
                    "xmlns"],
                Skipping),
            ["espi"] = () => One("a.xml", Espi(),
                [.. Numbers, "<", ">", "/>", "&lt;", "<!--", "<?", "<IntervalReading>", "</IntervalReading>", "<IntervalBlock>",
            "<entry>", "-12", "72"],
                ["", "bad-rows=skip", "meter=1", "meter=2,bad-rows=skip"]),
            ["sqlite"] = () => One("a.db", Exported("sqlite", "a.db"),
                ["\x01\x02\x03", "CREATE TABLE x(a)", "\xff\xff\xff\xff", "\0\0\0\0", "REAL"],
                    ["", "bad-rows=skip", "sort=time"]),
            ["logger csv"] = () =>
                One("a.csv", Logger(),
                    [.. Numbers, "--", "OL", "1.234,5", "1 234", ";", "\"", "\xef\xbb\xbf", "31.12.1999 23:59:59"],
                ["", "bad-rows=skip", "thousands=point,bad-rows=skip", "header=none,bad-rows=skip"]),
            ["clock csv"] = () => One("a.csv", Clocks(), [.. Numbers, "23:59:59", "24:00", ",", "x"],
                ["base-date=2026-01-31", "base-date=2026-01-31T23:00:00,bad-rows=skip",
                "base-date=2026-01-31,date=elapsed-s,time-columns=n,bad-rows=skip"]),
            ["long csv"] = () => One("a.csv", Long(), [.. Numbers, "u1", "u99", ",", "2026-01-31 00:00:00"],
                ["pivot=sensor", "pivot=sensor,bad-rows=skip", "pivot=sensor,where=sensor=u1|u2,bad-rows=skip",
                    "where=state!=off"]),
            ["keyvalue"] = () =>
                One("a.log", Pairs(), [.. Numbers, "=", "\"", " u=", "u=1V", ";", "#", "2026-01-31T00:00:00Z", "\xff"],
                ["", "bad-rows=skip", "columns=u+i,bad-rows=skip", "time-key=n,date=unix-s,bad-rows=skip"]),
            ["nmea"] = () =>
                One("a.log", Sentences(), [.. Numbers, "$", "*", "!", ",", "*47", "GPZDA", "PXYZ", "2026-01-31T00:00:00Z"],
                ["sentence=PXYZ,bad-rows=skip", "sentence=PXYZ", "sentence=GPGGA,bad-rows=skip",
                "sentence=PXYZ,base-date=2026-01-31,bad-rows=skip"]),
            ["jsonl"] = () => One("a.jsonl", Objects(),
                [.. Numbers, "{", "}", "[", "]", "\"", "\\", "\\u0041", "null", "true", "{\"u\":", "\xff", "\n"],
                ["", "bad-rows=skip", "columns=u+p.0.i,bad-rows=skip", "time-key=n,date=unix-s,bad-rows=skip"]),
            ["nem12"] = () => One("a.csv", Intervals(),
                [.. Numbers, "100", "200", "300", "400,1,5,N,,\n", "900", "V", ",,", "20240229", "\n"],
                ["bad-rows=skip", "", "channel=E1,bad-rows=skip"]),
            ["p1"] = () => One("a.txt", Telegrams(),
                [.. Numbers, "/", "!", "(", ")", "*kW", "0-0:1.0.0", "260131120000W", "\r\n"],
                ["bad-rows=skip", "", "columns=power_import,bad-rows=skip"]),
            ["influx"] = () =>
                One("a.lp", Points(), [.. Numbers, "=", ",", " ", "\\", "\"", "t", "1i", "\n", "1556813561098000000"],
                ["bad-rows=skip", "", "pivot=phase,bad-rows=skip", "where=phase=l1,precision=ns,bad-rows=skip"]),
            ["sqlite parts"] = () => One("a.db", Parts(),
                ["\x01\x02\x03", "\xff\xff\xff\xff", "\0\0\0\0", "24:61", "31.13.2026", "--"],
                ["", "bad-rows=skip", "clock-unit=text,bad-rows=skip", "pivot=tag,bad-rows=skip"]),
            ["espi links"] = () => One("a.xml",
                Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(Espi()).Replace("href=\"/", "href=\"", StringComparison.Ordinal)
                .Replace("<feed ", "<feed xml:base=\"http://x.example/a/\" ", StringComparison.Ordinal)),
                [.. Numbers, "../", "http://", "%", "xml:base=\"", "ReadingType/1", "\"", "&amp;", "//", ":"],
                    ["", "bad-rows=skip", "reading-type=none"]),
            ["comtrade cfg"] = () => Comtrade("a.cfg", "BINARY", mutatesData: false),
            ["comtrade ascii cfg"] = () => Comtrade("a.cfg", "ASCII", mutatesData: false),
            ["comtrade ascii dat"] = () => Comtrade("a.cfg", "ASCII", mutatesData: true),
            ["comtrade binary dat"] = () => Comtrade("a.cfg", "BINARY", mutatesData: true),
            ["comtrade float32 dat"] = () => Comtrade("a.cfg", "FLOAT32", mutatesData: true),
            ["comtrade cff"] = () => Combined("BINARY", base64: false),
            ["comtrade ascii cff"] = () => Combined("ASCII", base64: false),
            ["comtrade base64 cff"] = () => Combined("BINARY32", base64: true),
            ["gzip"] = () => One("a.csv.gz", Gzip(Csv()), ["\x1f\x8b", "\0\0\0\0"], [""]) with { Protected = true },
            ["zip"] = () => One("a.zip", Zip(), ["PK\x03\x04", "PK\x01\x02", "../", "\xff\xff\xff\xff", "\0\0\0\0"],
                ["", "entry=a.csv"]) with
            { Protected = true },
        };

    private static Subject One(string name, byte[] content, string[] spice, string[] options) =>
        new(name, name, new Dictionary<string, byte[]>(StringComparer.Ordinal) { [name] = content }, spice, options);

    private static byte[] Csv()
    {
        var text = new StringBuilder("Date,Time,u [V],\"i, (A)\"\n");
        for (int i = 0; i < 60; i++)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"{13 + (i / 30)}/1/{(i % 2 == 0 ? "07" : "2007")},0:{i % 30:00}:{i % 60:00}.25,{230 + (i * 0.37)},{(i % 7 == 0 ? "?" : "-1.5e1")}\n");
        }

        return Encoding.UTF8.GetBytes(text.ToString());
    }

    private static byte[] Logger() => Encoding.UTF8.GetBytes(
        "Logger 7;;\nSerial;12345;\n\nTime;u;i\n;V;A\n"
        + string.Concat(Enumerable.Range(0, 40)
            .Select(i => string.Create(CultureInfo.InvariantCulture,
            $"31.01.2026 00:{i % 60:00}:00;1.{100 + i},5;{(i % 5 == 0 ? "--" : "7,25")}\n"))));

    private static byte[] Clocks() => Encoding.UTF8.GetBytes(
        "clock,n,u\n" + string.Concat(Enumerable.Range(0, 40)
            .Select(i => string.Create(CultureInfo.InvariantCulture, $"{(i * 7) % 24}:00:00.5,{i}.25,{i * 3}\n"))));

    private static byte[] Long() => Encoding.UTF8.GetBytes(
        "time,sensor,value,state\n" + string.Concat(Enumerable.Range(0, 60).Select(i => string.Create(
            CultureInfo.InvariantCulture,
                $"2026-01-31 00:{i / 3:00}:00,u{1 + (i % 3)},{i * 1.5},{(i % 7 == 0 ? "off" : "on")}\n"))));

    private static byte[] Pairs() => Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 40).Select(i => string.Create(
        CultureInfo.InvariantCulture,
            $"2026-01-31T00:{i:00}:00Z INFO n={1769817600 + i} u={230 + (i * 0.1)}V i={(i % 6 == 0 ? "--" : "5")} note=\"a "
            + $"b\"\n"))));

    private static byte[] Objects() => Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 40).Select(i => string.Create(
        CultureInfo.InvariantCulture,
            $"{{\"time\":\"2026-01-31T00:{i:00}:00Z\",\"n\":{1769817600 + i},\"u\":{230 + (i * 0.1)},\"p\":[{{\"i\":{(i % 6 == 0 ? "null" : "5")}}}],\"s\":\"a\\\"b\"}}\n"))));

    private static byte[] Intervals() =>
        Encoding.UTF8.GetBytes("100,NEM12,202401020000,A,B\n" + string.Concat(new[] { "E1", "B1" }.Select(channel =>
        $"200,NMI1,E1B1,1,{channel},N1,1,kWh,30,\n" + string.Concat(Enumerable.Range(1, 4).Select(day =>
            $"300,202401{day:00},{string.Join(',', Enumerable.Repeat("0.25", 48))},{(day == 2 ? "V,,,,\n400,1,20,A,,\n400,21,48,N,," : "A,,,,")}\n")))) + "900\n");

    private static byte[] Telegrams() =>
        Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(0, 20).Select(i => P1.P1Tests.Signed(
        $"/XXX5METER\r\n\r\n0-0:1.0.0(2601311200{i:00}W)\r\n1-0:1.8.1({i:000000}.123*kWh)\r\n1-0:1.7.0(00.5{i:00}*kW)\r\n0-1:24.2.1(260131110000W)(00001.{i:000}*m3)\r\n!0000\r\n"))));

    private static byte[] Points() => Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 60).Select(i => string.Create(
        CultureInfo.InvariantCulture,
            $"meter,phase=l{1 + (i % 3)},site=a\\ b u={230 + (i * 0.1)},n={i}i,on={(i % 2 == 0 ? "t" : "F")},s=\"a b\" "
            + $"{1556813561098000000 + (i / 3 * 1000000000L)}\n"))));

    private static byte[] Sentences() => Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 20).Select(i => string.Create(
        CultureInfo.InvariantCulture,
        $"{Lines.NmeaTests.Sentence($"GPZDA,00{i:00}00.50,31,01,2026,00,00")}\r\n{Lines.NmeaTests.Sentence($"PXYZ,{i},-1.5,ok")}\r\n{Lines.NmeaTests.Sentence($"GPGGA,00{i:00}30,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")}\r\n"))));

    private static byte[] Parts()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "a.db");
        using (var connection = new Microsoft.Data.Sqlite.SqliteConnection($"Data Source={path};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "CREATE TABLE log (date TEXT, time TEXT, u REAL, i REAL, tag TEXT); INSERT INTO log VALUES "
                + string.Join(", ", Enumerable.Range(0, 60).Select(i => string.Create(
                    CultureInfo.InvariantCulture,
                        $"('{1 + (i % 28):00}.01.2026', '{i % 24:00}:30:00', {i}.5, {(i < 30 ? "NULL" : "7")}, 't{i % 3}')")));
            command.ExecuteNonQuery();
        }

        return File.ReadAllBytes(path);
    }

    private static byte[] Exported(string format, string name)
    {
        using var folder = new TempFolder();
        using var workload = InputWorkload.Open(folder.Write("rows.csv", Csv()), "date=d/M/yyyy", folder.Path, 60);
        string path = Path.Combine(folder.Path, name);
        RecordExport.Write(workload, 0, 60, format, path, default);
        return File.ReadAllBytes(path);
    }

    private static byte[] Espi()
    {
        var text = new StringBuilder(
            "<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><link rel=\"self\" "
            + "href=\"/ReadingType/1\"/><content>"
            + "<ReadingType xmlns=\"http://naesb.org/espi\"><currency>978</currency><powerOfTenMultiplier>-3</powerOfTenMultiplier><uom>72</uom></ReadingType></content></entry>"
            + "<entry><link rel=\"self\" href=\"/M/1\"/><link rel=\"related\" href=\"/ReadingType/1\"/><content><MeterReading "
            + "xmlns=\"http://naesb.org/espi\"/></content></entry>"
            + "<entry><link rel=\"up\" href=\"/M/1/IntervalBlock\"/><content><IntervalBlock xmlns=\"http://naesb.org/espi\">");
        for (int i = 0; i < 25; i++)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"<IntervalReading><cost>{i * 7}</cost><timePeriod><duration>900</duration><start>{1_300_000_000 + (900 * i)}</start></timePeriod><value> {i * 12345 % 977} </value></IntervalReading>\n");
        }

        return Encoding.UTF8.GetBytes(text.Append("</IntervalBlock></content></entry></feed>").ToString());
    }

    private static Subject Comtrade(string name, string coding, bool mutatesData)
    {
        string[] spice = mutatesData && coding != "ASCII"
            ? ["\x1a\x1a\x1a\x1a", "\xff\xff\xff\xff", "\x00\x80", "\x00\x00\x80\x7f"]
            : [.. Numbers, ",", "\x1a", "\r\n", "BINARY", "FLOAT32", "ASCII", "A", "D", "x", "-5h30", "EASY=1", "99/99/9999",
                "01/01/0001", "9999A"];
        return new(
            mutatesData ? Path.ChangeExtension(name, ".dat") : name,
            name,
            new Dictionary<string, byte[]>(StringComparer.Ordinal)
            {
                [name] = Encoding.ASCII.GetBytes(Configuration(coding)),
                [Path.ChangeExtension(name, ".dat")] = Samples(coding),
            },
            spice,
            ["", "bad-rows=skip", "digital=words,scale=raw", "digital=none,side=secondary"]);
    }

    private static Subject Combined(string coding, bool base64)
    {
        byte[] samples = Samples(coding);
        string size = coding == "ASCII" ? ""
            : string.Create(CultureInfo.InvariantCulture, $"{(base64 ? " BASE64" : "")}: {samples.Length}");
        byte[] data = base64 ? Encoding.ASCII.GetBytes(Convert.ToBase64String(samples, Base64FormattingOptions.InsertLineBreaks))
            : samples;
        byte[] file = [.. Encoding.ASCII.GetBytes(
            $"--- file type: CFG ---\r\n{Configuration(coding)}--- file type: HDR ---\r\n\r\n--- file type: DAT "
            + $"{coding}{size} ---\r\n"), .. data];
        return One("a.cff", file, [.. Numbers, "--- file type: ", "---", "DAT", "BASE64", ": 5", "=", "\x1a", "\r\n"],
            ["", "bad-rows=skip", "digital=words"]);
    }

    private static string Configuration(string coding) =>
        $"""
        station,device,2013
        5,2A,3D
        1,u,A,,V,0.0125,0.5,0,-32767,32767,110,0.1,P
        2,i,A,,A,1E-3,0,1.5,-32767,32767,1000,1,S
        1,trip,,,0
        2,start,,,0
        3,close,,,1
        50
        2
        1200,20
        600,40
        13/01/2007,08:15:00.125000
        13/01/2007,08:15:00.250000
        {coding}
        1
        +1,x
        B,3

        """.ReplaceLineEndings("\r\n");

    private static byte[] Samples(string coding)
    {
        var random = new SplitMix64(3);
        using var content = new MemoryStream();
        using var writer = new BinaryWriter(content);
        for (int i = 1; i <= 40; i++)
        {
            int stamp = i <= 20 ? (i - 1) * 833 : 16_660 + ((i - 20) * 1666);
            int u = random.NextBelow(60_000) - 30_000;
            int bits = random.NextBelow(8);
            if (coding == "ASCII")
            {
                writer.Write(Encoding.ASCII.GetBytes(string.Create(
                    CultureInfo.InvariantCulture,
                        $"{i},{stamp},{u},{(i % 9 == 0 ? "99999" : "-12.5")},{bits & 1},{(bits >> 1) & 1},{bits >> 2}\r\n")));
                continue;
            }

            writer.Write(i);
            writer.Write(stamp);
            foreach (int value in new[] { u, i % 9 == 0 ? short.MinValue : -i })
            {
                switch (coding)
                {
                    case "BINARY":
                        writer.Write((short)value);
                        break;
                    case "BINARY32":
                        writer.Write(value);
                        break;
                    default:
                        writer.Write((float)value);
                        break;
                }
            }

            writer.Write((ushort)bits);
        }

        return content.ToArray();
    }

    private static byte[] Gzip(byte[] content)
    {
        var target = new MemoryStream();
        using (var gzip = new GZipStream(target, CompressionLevel.Optimal))
        {
            gzip.Write(content);
        }

        return target.ToArray();
    }

    private static byte[] Zip()
    {
        var target = new MemoryStream();
        using (var zip = new ZipArchive(target, ZipArchiveMode.Create))
        {
            using (var readme = zip.CreateEntry("README.txt", CompressionLevel.NoCompression).Open())
            {
                readme.Write("text"u8);
            }

            using var entry = zip.CreateEntry("a.csv").Open();
            entry.Write(Csv());
        }

        return target.ToArray();
    }
}
