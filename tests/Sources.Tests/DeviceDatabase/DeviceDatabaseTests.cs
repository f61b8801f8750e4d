using System.IO.Compression;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Export;
using DbIngest.Sources.Input;
using DbIngest.Sources.Synthetic;
using Microsoft.Data.Sqlite;

namespace DbIngest.Sources.Tests.DeviceDatabase;

public sealed class DeviceDatabaseTests
{
    private const long Noon = 1_767_268_800;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Read_WhatWasWritten_IsTheSame(bool compressed)
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "device.db");
        var batch = Export(path, 700);
        if (compressed)
        {
            using var gzip = new GZipStream(File.Create(path + ".gz"), CompressionLevel.Fastest);
            gzip.Write(File.ReadAllBytes(path));
            path += ".gz";
        }

        var read = ReadRows.OfFile(path);

        read.Schema.Values.ShouldBe(batch.Schema.Values);
        read.Timestamps.ShouldBe(batch.Timestamps);
        read.Qualities.ShouldBe(batch.Qualities);
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            read.Columns[column].ShouldBe(batch.Column(column).ToArray());
        }
    }

    /// <summary>Small times were taken for seconds, falling ones for no times; a value without any number was left out.</summary>
    [Theory]
    [InlineData(0, 1_000_000)]
    [InlineData(90_000_000_000, -1_000_000)]
    [InlineData(1_767_268_800_000_000, -1)]
    public void Read_WhatWasWritten_IsTheSameForAnyTimesAndAValueThatIsAlwaysMissing(long first, long step)
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "device.db");
        var batch = new RecordBatch(new RecordSchema([new("u", "V"), new("i", "A")]), 5);
        for (int row = 0; row < 5; row++)
        {
            batch.Timestamps[row] = first + (row * step);
            batch.Qualities[row] = (uint)RecordQuality.Missing;
            (batch.Values[row], batch.Values[5 + row]) = (row, double.NaN);
        }

        batch.Reset(0, 0, 5);
        using (var writer = new DeviceWriter(path, batch.Schema))
        {
            writer.Write(batch);
        }

        var read = ReadRows.OfFile(path);

        read.Schema.Values.ShouldBe(batch.Schema.Values);
        read.Timestamps.ShouldBe(batch.Timestamps);
        read.Columns.ShouldBe([[0, 1, 2, 3, 4], [double.NaN, double.NaN, double.NaN, double.NaN, double.NaN]]);
        read.Facts.Keys.ShouldNotContain("sqlite_oddity_time");
    }

    [Theory]
    [InlineData("1767268800", "", 0)]
    [InlineData("1767268800.25", "", 0)]
    [InlineData("1767268800000", "", 0)]
    [InlineData("1767268800000000", "", 0)]
    [InlineData("1767268800000000001", "", 4)]
    [InlineData("1767268800000000768.0", "time-unit=ns,time-column=at_time", 4)]
    [InlineData("2461042.0", "", 4)]
    [InlineData("'2026-01-01 12:00:00'", "", 0)]
    [InlineData("'2026-01-01T13:00:00+01:00'", "", 0)]
    [InlineData("'01/01/2026 12:00'", "date=dmy", 0)]
    public void Read_AnyUnitOfTime_IsMicroseconds(string time, string options, int quality)
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (id INTEGER PRIMARY KEY, at_time, u REAL)",
            $"INSERT INTO log VALUES (1, {time}, 230.5)");

        var read = ReadRows.OfFile(path, options);

        read.Timestamps[0].ShouldBe((Noon * 1_000_000) + (time.EndsWith(".25", StringComparison.Ordinal) ? 250_000 : 0));
        read.Qualities[0].ShouldBe((uint)quality);
        read.Columns[0].ShouldBe([230.5]);
    }

    [Fact]
    public void Read_NullsTextsAndMappings_AreUnderstood()
    {
        using var folder = new TempFolder();
        string path = Create(
            folder,
            "CREATE TABLE a (time INTEGER, \"U [V]\" REAL, note TEXT, i REAL)",
            "INSERT INTO a VALUES (1767268801, NULL, 'x', 2), (1767268800, 231, 'y', '1.5')");

        var read = ReadRows.OfFile(path, "columns=i:current+U [V],sort=time");

        read.Schema.Values.ShouldBe([new ValueColumn("current", string.Empty), new ValueColumn("u", "V")]);
        read.Columns[0].ShouldBe([1.5, 2]);
        read.Columns[1].ShouldBe([231, double.NaN]);
        read.Qualities.ShouldBe([0u, (uint)RecordQuality.Missing]);
    }

    /// <summary>Such a table has no rowid to order rows of the same time by.</summary>
    [Fact]
    public void Read_TableWithoutRowId_IsSortedByItsKey()
    {
        using var folder = new TempFolder();
        string path = Create(
            folder,
            "CREATE TABLE log (tag TEXT, time INTEGER, u REAL, PRIMARY KEY (time, tag)) WITHOUT ROWID",
            "INSERT INTO log VALUES ('b', 1767268801, 4), ('a', 1767268801, 3), ('b', 1767268800, 2), ('a', 1767268800, 1)");

        ReadRows.OfFile(path, "sort=time").Columns[0].ShouldBe([1, 2, 3, 4]);
        ReadRows.OfFile(path, "pivot=tag").Columns.ShouldBe([[1, 3], [2, 4]]);
    }

    [Fact]
    public void Read_SeveralTables_OneMustBeNamed()
    {
        using var folder = new TempFolder();
        string path = Create(
            folder, "CREATE TABLE a (time, u); CREATE TABLE b (time, i); CREATE TABLE c (x)",
                "INSERT INTO a VALUES (1, 2); INSERT INTO b VALUES (1, 3)");

        Should.Throw<InputException>(() => ReadRows.OfFile(path)).Message.ShouldContain("a, b");
        ReadRows.OfFile(path, "table=b").Columns[0].ShouldBe([3.0]);
        Should.Throw<InputException>(() => ReadRows.OfFile(path, "table=d")).Message.ShouldContain("no table 'd'");
        Should.Throw<InputException>(() => ReadRows.OfFile(path, "table=c")).Message.ShouldContain("time-column=");
    }

    [Fact]
    public void Read_BadRow_StopsWithItsNumberOrIsCounted()
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE a (time INTEGER, u)", "INSERT INTO a VALUES (1, 2), (2, 'x'), (3, 4)");

        Should.Throw<InputException>(() => ReadRows.OfFile(path, "columns=u")).Message.ShouldContain("line 2");
        var read = ReadRows.OfFile(path, "columns=u,bad-rows=skip");
        read.Columns[0].ShouldBe([2.0, 4.0]);
        read.Facts["sqlite_bad_rows"].ShouldStartWith("1 skipped");
    }

    [Fact]
    public void Read_LeavesTheFolderAsItWas()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "device.db");
        Export(path, 10);
        byte[] before = File.ReadAllBytes(path);
        ReadRows.OfFile(path);
        Directory.GetFiles(folder.Path).ShouldBe([path]);
        File.ReadAllBytes(path).ShouldBe(before);
    }

    [Fact]
    public void Read_WriteAheadLogBesideIt_RowsInItAreReadAndNothingIsTouched()
    {
        using var folder = new TempFolder();
        string path = CreateWithLog(folder);
        byte[][] before = [File.ReadAllBytes(path), File.ReadAllBytes(path + "-wal")];
        ReadRows.OfFile(path).Columns[0].ShouldBe([2.5]);
        new[] { File.ReadAllBytes(path), File.ReadAllBytes(path + "-wal") }.ShouldBe(before);
        Directory.GetFiles(folder.Path, "device*").Length.ShouldBe(2);
    }

    /// <summary>The copy of a killed process had stayed for ever.</summary>
    [Fact]
    public void Read_CopyOfAKilledProcess_IsRemoved()
    {
        using var folder = new TempFolder();
        string left = Directory.CreateTempSubdirectory("dbingest-input-").FullName;
        Directory.SetLastWriteTimeUtc(left, DateTime.UtcNow.AddMinutes(-1));
        ReadRows.OfFile(CreateWithLog(folder)).Columns[0].ShouldBe([2.5]);
        Directory.Exists(left).ShouldBeFalse();
    }

    /// <summary>Inputs that differ in their logs alone had had one hash, so that a run went on with other records.</summary>
    [Fact]
    public void Sha256_WriteAheadLogBesideIt_CountsIt()
    {
        using var folder = new TempFolder();
        string path = CreateWithLog(folder);
        using var set = InputSet.Open(path, InputOptions.Parse(null));
        set.TotalBytes.ShouldBe(new FileInfo(path).Length + new FileInfo(path + "-wal").Length);
        set.Holds(path + "-wal").ShouldBeTrue();
        string before = set.Sha256();
        File.AppendAllText(path + "-wal", "more");
        set.Sha256().ShouldNotBe(before);
    }

    /// <summary>As <c>gzip --keep</c> leaves them: the plain log belongs to the plain database.</summary>
    [Fact]
    public void Read_CompressedBesideWhatItWasMadeFrom_RowsInItsLogAreRead()
    {
        using var folder = new TempFolder();
        string path = CreateWithLog(folder);
        foreach (string file in new[] { path, path + "-wal" })
        {
            using var gzip = new GZipStream(File.Create(file + ".gz"), CompressionLevel.Fastest);
            gzip.Write(File.ReadAllBytes(file));
        }

        ReadRows.OfFile(path + ".gz").Columns[0].ShouldBe([2.5]);
    }

    /// <summary>A link has another length than its database, and log and journal lie beside the database alone.</summary>
    [Fact]
    [Needs("linux")]
    public void Read_ThroughALink_RowsAndLogAreThoseOfTheDatabase()
    {
        using var folder = new TempFolder();
        using var links = new TempFolder();
        string path = CreateWithLog(folder);
        string link = Path.Combine(links.Path, "l.db");
        File.CreateSymbolicLink(link, path);
        ReadRows.OfFile(link).Columns[0].ShouldBe([2.5]);

        File.Delete(path + "-wal");
        Export(path, 700);
        ReadRows.OfFile(link).Timestamps.Count.ShouldBe(700);

        folder.Write("device.db-journal", [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7, .. new byte[504]]);
        Should.Throw<InputException>(() => ReadRows.OfFile(link)).Message.ShouldContain("unfinished");
    }

    /// <summary>SQLite lists no computed column, but gives its values with all others.</summary>
    [Fact]
    public void Read_ComputedColumnBeforeOthers_TheOthersKeepTheirMeaning()
    {
        using var folder = new TempFolder();
        string path = Create(
            folder, "CREATE TABLE log (id INTEGER PRIMARY KEY, twice REAL AS (u * 2), at_time INTEGER, u REAL)",
                "INSERT INTO log (id, at_time, u) VALUES (1, 1767268800000, 230.5), (2, 1767268801000, 231)");

        var read = ReadRows.OfFile(path);

        read.Timestamps.ShouldBe([Noon * 1_000_000, (Noon + 1) * 1_000_000]);
        read.Columns.ShouldBe([[230.5, 231]]);
        read.Facts.Keys.ShouldNotContain("sqlite_oddity_time");
    }

    [Fact]
    public void Read_JournalOfAnUnfinishedTransaction_Refused()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "device.db");
        Export(path, 10);
        folder.Write("device.db-journal", [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7, .. new byte[504]]);
        Should.Throw<InputException>(() => ReadRows.OfFile(path)).Message.ShouldContain("unfinished");
        folder.Write("device.db-journal", new byte[512]);
        ReadRows.OfFile(path).Timestamps.Count.ShouldBe(10);
    }

    /// <summary>The rows in the log had been left out without a word.</summary>
    [Fact]
    public void Read_WriteAheadLogInAZipOrFolder_RowsInItAreRead()
    {
        using var folder = new TempFolder();
        using var packed = new TempFolder();
        string path = CreateWithLog(folder);
        string zip = Zip(packed, path, path + "-wal");
        InputInspector.Inspect(zip, null, default).Rows.ShouldBe(1);
        InputInspector.Inspect(zip, "entry=x/device.db", default).Rows.ShouldBe(1);
        InputInspector.Inspect(zip, "match=*.db", default).Rows.ShouldBe(1);

        folder.Write("device.db-shm", new byte[32]);
        var report = InputInspector.Inspect(folder.Path, null, default);
        report.Rows.ShouldBe(1);
        report.Facts["files_left_out"].ShouldBe("device.db-shm, device.db-wal");
    }

    [Fact]
    public void Read_JournalInAZip_Refused()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "device.db");
        Export(path, 10);
        string journal = folder.Write("device.db-journal", [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7, .. new byte[504]]);
        string zip = Zip(folder, path, journal);
        Should.Throw<InputException>(() => InputInspector.Inspect(zip, null, default)).Message.ShouldContain("unfinished");
    }

    /// <summary>Without locks its pages could be of before and after a commit.</summary>
    [Fact]
    public void Read_DatabaseThatIsWrittenMeanwhile_Refused()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "device.db");
        Export(path, 10);
        using var set = InputSet.Open(path, InputOptions.Parse(null));
        using var reader = InputWorkload.ReaderOf(set.Files, null)();
        var batch = new RecordBatch(reader.Schema, 4);
        reader.Read(batch).ShouldBe(4);
        File.SetLastWriteTimeUtc(path, new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        Should.Throw<InputException>(() => reader.Read(batch)).Message.ShouldContain("a program is writing to it");
    }

    [Fact]
    public void Read_DamagedDatabase_RowsOrInputException()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "device.db");
        Export(path, 200);
        byte[] sound = File.ReadAllBytes(path);
        var random = new SplitMix64(11);
        int refused = 0;
        for (int i = 0; i < 400; i++)
        {
            byte[] damaged = [.. sound];
            for (int change = random.NextBelow(20); change >= 0; change--)
            {
                damaged[16 + random.NextBelow(damaged.Length - 16)] = (byte)random.Next();
            }

            File.WriteAllBytes(path, random.NextBelow(4) == 0 ? damaged[..random.NextBelow(damaged.Length)] : damaged);
            try
            {
                ReadRows.OfFile(path).Timestamps.Count.ShouldBeLessThan(10_000);
            }
            catch (InputException)
            {
                refused++;
            }
        }

        refused.ShouldBeGreaterThan(50);
    }

    private static RecordBatch Export(string path, int rows)
    {
        using var workload = new SyntheticWorkload(7);
        var batch = new RecordBatch(workload.Schema, rows);
        workload.Open(0).Fill(batch, 0, rows);
        batch.Values[3] = double.NaN;
        batch.Qualities[3] |= (uint)RecordQuality.Missing;
        using var writer = new DeviceWriter(path, workload.Schema);
        writer.Write(batch);
        return batch;
    }

    /// <summary>Makes a database whose only row is in its write-ahead log.</summary>
    private static string CreateWithLog(TempFolder folder)
    {
        using var writer = new TempFolder();
        string live = Path.Combine(writer.Path, "live.db");
        string path = Path.Combine(folder.Path, "device.db");
        using var connection = new SqliteConnection($"Data Source={live};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText =
            "PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0; CREATE TABLE log (time INTEGER, u REAL); INSERT "
            + "INTO log VALUES (1, 2.5)";
        command.ExecuteNonQuery();
        File.Copy(live, path);
        File.Copy(live + "-wal", path + "-wal");
        return path;
    }

    private static string Zip(TempFolder folder, params string[] files)
    {
        string path = Path.Combine(folder.Path, "device.zip");
        using var archive = ZipFile.Open(path, ZipArchiveMode.Create);
        foreach (string file in files)
        {
            archive.CreateEntryFromFile(file, "x/" + Path.GetFileName(file));
        }

        return path;
    }

    private static string Create(TempFolder folder, params string[] statements)
    {
        string path = Path.Combine(folder.Path, "device.db");
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        foreach (string statement in statements)
        {
            using var command = connection.CreateCommand();
            command.CommandText = statement;
            command.ExecuteNonQuery();
        }

        return path;
    }
}
