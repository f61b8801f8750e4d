using System.Text;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Folders;
using DbIngest.Sources.Input;
using SQLitePCL;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Opens a device's SQLite database for reading only. <see cref="DeviceFormat"/> opens one per input file. A compressed
/// database, or one with a write-ahead log, is copied to the system's temporary folder and read there. One thread uses it. The
/// content is not trusted, and nothing in the database's folder changes.
/// </summary>
/// <remarks>
/// The first one that a process opens switches off the mutexes of SQLite for the whole process: no thread may then use a
/// connection while another thread uses the same one.
/// </remarks>
internal sealed class DeviceFile : IDisposable
{
    private const int MaxValueBytes = 1 << 20;
    private const int MaxColumns = 2_000;
    private const string Log = "-wal";
    private const string Journal = "-journal";

    private static ReadOnlySpan<byte> JournalMagic => [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

    private readonly string _path;
    private readonly OwnedFolder? _temporary;
    private readonly (long, DateTime) _stamp;
    private readonly FileInfo _file;
    private readonly sqlite3 _database;

    private DeviceFile(string name, string path, OwnedFolder? temporary)
    {
        Name = name;
        (_path, _temporary, _stamp, _file) = (path, temporary, Stamp(path), new FileInfo(path));
        Length = new FileInfo(path).Length + (HasLog(path) ? new FileInfo(path + Log).Length : 0);

        // Without a log the file is opened as immutable: SQLite then makes no lock and no index file beside it. A copy has its
        // log beside it.
        string address = new Uri(Path.GetFullPath(path))
            .AbsoluteUri.Replace("?", "%3f", StringComparison.Ordinal) + (HasLog(path) ? "" : "?immutable=1");
        Batteries_V2.Init();

        // Has an effect only before the first connection of the process. From then on no connection has a mutex, those to a
        // measured SQLite included: one thread at a time may use a connection.
        _ = raw.sqlite3_config(raw.SQLITE_CONFIG_MULTITHREAD);
        int code = raw.sqlite3_open_v2(address, out _database, raw.SQLITE_OPEN_READONLY | raw.SQLITE_OPEN_URI, null);
        if (code != raw.SQLITE_OK)
        {
            var refusal = Fault(code);
            Dispose();
            throw refusal;
        }

        raw.sqlite3_limit(_database, raw.SQLITE_LIMIT_LENGTH, MaxValueBytes);
        raw.sqlite3_limit(_database, raw.SQLITE_LIMIT_COLUMN, MaxColumns);
        Execute("PRAGMA trusted_schema = OFF");
        Execute("PRAGMA cell_size_check = ON");
    }

    public string Name { get; }

    /// <summary>Size of the database with its log, in bytes.</summary>
    public long Length { get; }

    /// <summary>The first bytes of every database.</summary>
    public static ReadOnlySpan<byte> Magic => "SQLite format 3\0"u8;

    /// <summary>
    /// Finds the write-ahead log that <see cref="Open"/> reads with a database. Null without one, and for a database in a zip
    /// file, which holds the log too.
    /// </summary>
    public static InputFile? LogOf(InputFile file) =>
        file.Entries.Count == 0 && (file.IsCompressed || HasLog(PathOf(file))) && file.BeginsWith(Magic) ? Beside(file, Log)
            : null;

    /// <summary>
    /// Opens the database in place. A compressed one, or one with a write-ahead log, is opened as a temporary copy, so that
    /// nothing beside the user's file changes.
    /// </summary>
    /// <exception cref="InputException">The database cannot be opened.</exception>
    public static DeviceFile Open(InputFile file)
    {
        RefuseUnfinished(file);
        if (file.IsCompressed)
        {
            return OpenCopy(file.Name, path =>
            {
                Copy(file.OpenContent(), path);
                if (PackedBeside(file, Log) is { } log)
                {
                    Copy(log.OpenContent(), path + Log);
                }
            });
        }

        string database = PathOf(file);
        if (!HasLog(database))
        {
            return new DeviceFile(file.Name, database, temporary: null);
        }

        return OpenCopy(file.Name, path =>
        {
            var before = (Stamp(database), Stamp(database + Log));
            Copy(File.OpenRead(database), path);
            Copy(File.OpenRead(database + Log), path + Log);
            if ((Stamp(database), Stamp(database + Log)) != before)
            {
                throw Changed(file.Name);
            }
        });
    }

    private static DeviceFile OpenCopy(string name, Action<string> copy)
    {
        OwnedFolder? folder = null;
        try
        {
            folder = OwnedFolder.Temporary("dbingest-input-");
            string path = Path.Combine(folder.Path, "device.db");
            copy(path);
            return new DeviceFile(name, path, folder);
        }
        catch (Exception e)
        {
            folder?.Dispose();
            throw e is IOException or UnauthorizedAccessException
                ? new InputException($"{name}: no temporary copy can be made: {e.Message}", e) : e;
        }
    }

    private static void Copy(Stream content, string path)
    {
        using (content)
        {
            using var copy = File.Create(path);
            content.CopyTo(copy);
        }
    }

    /// <summary>
    /// The path of the database, also where the input is a link to it: log and journal lie beside the database, and the length of
    /// a link is not the length of the database.
    /// </summary>
    private static string PathOf(InputFile file) => Links.Followed(file.FullPath);

    private static bool HasLog(string path) => HasContent(path + Log);

    private static bool HasContent(string path) => new FileInfo(path) is { Exists: true, Length: > 0 };

    private static (long Length, DateTime Written) Stamp(string path)
    {
        var file = new FileInfo(path);
        return (file.Exists ? file.Length : 0, file.LastWriteTimeUtc);
    }

    private static InputException Changed(string name) => Refusal.At(
        name, 0, "a program is writing to it; close that program, or make a copy with 'VACUUM INTO'");

    /// <summary>Finds the log or journal of a database. Null without one, or if it is empty.</summary>
    private static InputFile? Beside(InputFile file, string end)
    {
        string path = PathOf(file) + end;
        return file.IsCompressed ? PackedBeside(file, end) : HasContent(path) ? file.Other(path) : null;
    }

    /// <summary>
    /// Finds what belongs to a compressed database: an entry of the same zip file, or a compressed file beside it. A plain one
    /// beside it belongs to another database, which is not compressed.
    /// </summary>
    private static InputFile? PackedBeside(InputFile file, string end)
    {
        string name = file.PlainName + end;
        var beside = file.Beside(name) is { IsCompressed: false } ? file.Beside(name + ".gz") : file.Beside(name);
        return beside is { IsCompressed: true } ? beside : null;
    }

    /// <summary>
    /// Refuses a database whose last transaction is unfinished. SQLite would undo it by a journal, which may name other files to
    /// delete, so an untrusted journal must not be used.
    /// </summary>
    private static void RefuseUnfinished(InputFile file)
    {
        if (Beside(file, Journal) is not { } journal)
        {
            return;
        }

        Span<byte> head = stackalloc byte[JournalMagic.Length];
        using (var content = journal.OpenContent())
        {
            head = head[..content.ReadAtLeast(head, head.Length, throwOnEndOfStream: false)];
        }

        if (head.SequenceEqual(JournalMagic))
        {
            throw Refusal.At(
                file.Name, 0, "its last transaction is unfinished (there is a journal beside it); open and close it once with "
                    + "the program that wrote it");
        }
    }

    /// <summary>Prepares a query.</summary>
    /// <exception cref="InputException">The database is damaged.</exception>
    public DeviceQuery Query(string sql)
    {
        int code = raw.sqlite3_prepare_v2(_database, sql, out var statement);
        return code == raw.SQLITE_OK ? new DeviceQuery(this, statement) : throw Fault(code);
    }

    /// <summary>
    /// Checks that no program has written to a database that is read in place since it was opened. Without locks, rows of it may
    /// otherwise be left out or come twice.
    /// </summary>
    /// <exception cref="InputException">A program has written to it.</exception>
    public void RefuseChanged()
    {
        if (_temporary is not null)
        {
            return;
        }

        _file.Refresh();
        if ((_file.Exists ? _file.Length : 0, _file.LastWriteTimeUtc) != _stamp)
        {
            throw Changed(Name);
        }
    }

    /// <summary>Returns the exception for an SQLite result code.</summary>
    public InputException Fault(int code) => Refusal.At(Name, 0, (code & 0xff) switch
    {
        raw.SQLITE_CORRUPT or raw.SQLITE_NOTADB => $"the database is damaged ({raw.sqlite3_errmsg(_database).utf8_to_string()})",
        raw.SQLITE_TOOBIG => FormattableString.Invariant($"a value is longer than {MaxValueBytes} bytes"),
        _ => $"SQLite says: {raw.sqlite3_errmsg(_database).utf8_to_string()}",
    });

    /// <inheritdoc/>
    public void Dispose()
    {
        _database?.Dispose();
        _temporary?.Dispose();
    }

    /// <summary>Quotes a name as an SQL identifier.</summary>
    public static string Quoted(string name) => new StringBuilder("\"")
        .Append(name.Replace("\"", "\"\"", StringComparison.Ordinal)).Append('"').ToString();

    private void Execute(string sql)
    {
        using var query = Query(sql);
        query.Step();
    }
}
