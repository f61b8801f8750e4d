using System.Globalization;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Input;

/// <summary>
/// Reads several files one after the other as one input, and joins their facts. <see cref="InputWorkload"/> creates it for
/// every input, also of one file, and <c>SpoolWriter</c>, <c>InputInspector</c> or <c>RecordingExport</c> reads it once. It
/// throws at the first file whose records have another shape. Not thread-safe. One file is open at a time. A later file adds
/// facts about its rows and where its layout differs, up to the 50th file.
/// </summary>
internal sealed class FilesReader : IRecordReader
{
    private const int MaxDescribed = 50;
    private const int MaxFact = 20_000;
    private const int MaxPartRows = 1024;
    private const string BadRowsKey = "bad_rows";

    // Suffixes of the keys of facts about the layout of a file, each with the value that means "nothing to report". A later file
    // reports one of these facts only where it differs from that of the first file.
    private static readonly (string Key, string Nothing)[] OfLayout =
        [("_columns_left_out", ""), ("_preamble_left_out", ""), ("_missing_marks", "none")];

    private readonly IReadOnlyList<InputFile> _files;
    private readonly Func<InputFile, IRecordReader> _open;
    private readonly Dictionary<string, string> _facts = new(StringComparer.Ordinal);
    private readonly SortedDictionary<int, string> _bad = [];
    private IRecordReader? _current;
    private RecordBatch? _part;
    private int _next;
    private long _rows;
    private long _fileRows;

    /// <summary>Opens the first file.</summary>
    /// <param name="files">The files, at least one.</param>
    /// <param name="open">Opens a reader of a file.</param>
    public FilesReader(IReadOnlyList<InputFile> files, Func<InputFile, IRecordReader> open)
    {
        _files = files;
        _open = open;
        _current = open(files[_next++]);
        Schema = _current.Schema;
    }

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyList<ColumnScale>? Scales { get; private set; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts
    {
        get
        {
            Describe();
            return _facts;
        }
    }

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int rows = 0;
        while (rows < batch.Capacity && _current is not null)
        {
            // The first rows go straight into the batch. Rows of the next file need another batch, from which they are
            // appended.
            var target = rows == 0 ? batch : PartOf(batch.Capacity - rows);
            int read = _current.Read(target);
            Scales = _current.Scales;
            if (rows > 0)
            {
                Append(target, batch, rows);
            }

            rows += read;
            _fileRows += read;
            if (read < target.Capacity)
            {
                NextFile();
            }
        }

        batch.Reset(0, _rows, rows);
        _rows += rows;
        return rows;
    }

    /// <inheritdoc/>
    public void Dispose() => _current?.Dispose();

    private RecordBatch PartOf(int room)
    {
        _part ??= new RecordBatch(Schema, Math.Min(room, MaxPartRows));
        return room < _part.Capacity ? new RecordBatch(Schema, room) : _part;
    }

    private static void Append(RecordBatch part, RecordBatch batch, int row)
    {
        part.Timestamps.AsSpan(0, part.Count).CopyTo(batch.Timestamps.AsSpan(row));
        part.Qualities.AsSpan(0, part.Count).CopyTo(batch.Qualities.AsSpan(row));
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            part.Column(column).CopyTo(batch.Values.AsSpan((column * batch.Capacity) + row));
        }
    }

    private void NextFile()
    {
        Describe();
        _current!.Dispose();
        _current = null;
        if (_next == _files.Count)
        {
            return;
        }

        var file = _files[_next++];
        _fileRows = 0;
        _current = _open(file);
        if (!_current.Schema.Values.SequenceEqual(Schema.Values))
        {
            throw new InputException(
                $"{file.Name}: its values ({Names(_current.Schema)}) differ from those of {_files[0].Name} ({Names(Schema)}). "
                + $"Choose files of one kind with the input option match=.");
        }
    }

    /// <summary>
    /// Takes over the facts of the current reader: unchanged for a single file, else under the number of the file.
    /// </summary>
    private void Describe()
    {
        if (_current is null)
        {
            return;
        }

        bool several = _files.Count > 1;
        if (!several || _next == 1)
        {
            foreach (var (key, value) in _current.Facts
                .Where(f => !several || !f.Key.EndsWith(BadRowsKey, StringComparison.Ordinal)))
            {
                _facts[key] = SafeText.Bounded(several && IsOfRows(key, value) ? $"{_files[0].Name}: {value}" : value, MaxFact);
            }
        }
        else if (_next <= MaxDescribed)
        {
            foreach (var (key, value) in _current.Facts)
            {
                string own = string.Create(CultureInfo.InvariantCulture, $"file_{_next}_{key}");
                if (IsOfRows(key, value) || IsOfOtherLayout(key, value))
                {
                    string said = value.Length == 0 ? "none" : value;
                    _facts[own] = SafeText.Bounded($"{_files[_next - 1].Name}: {said}", MaxFact);
                }
                else
                {
                    // A reader may find out by its later rows that the file is like the first.
                    _facts.Remove(own);
                }
            }
        }

        if (!several)
        {
            return;
        }

        string bad = _current.Facts.Where(f => f.Key.EndsWith(BadRowsKey, StringComparison.Ordinal)).Select(f => f.Value)
            .FirstOrDefault("0");
        if (_next <= MaxDescribed)
        {
            _facts[string.Create(CultureInfo.InvariantCulture, $"file_{_next}")] = string.Create(
                CultureInfo.InvariantCulture, $"{_files[_next - 1].Name}: {_fileRows} rows, bad rows: {bad}");
        }

        if (bad != "0")
        {
            _bad[_next] = bad;
            _facts["files_" + BadRowsKey] = string.Join("; ", _bad.Values.Take(MaxDescribed))
                + (_bad.Count > MaxDescribed ? "; ..." : "");
        }
    }

    /// <summary>True for facts about odd or left-out rows, which every file of several reports for itself.</summary>
    private static bool IsOfRows(string key, string value) =>
        key.Contains("_oddity_", StringComparison.Ordinal)
        || (key.EndsWith("_torn_last_line", StringComparison.Ordinal) && value != "none")
        || (key.EndsWith("_rows_left_out", StringComparison.Ordinal) && value.Length > 0)
        || (key == "nem12_quality" && value.Length > 0);

    /// <summary>True for facts about the layout of a later file that differ from those of the first.</summary>
    private bool IsOfOtherLayout(string key, string value) => Array.Exists(OfLayout, fact =>
        key.EndsWith(fact.Key, StringComparison.Ordinal)
        && SafeText.Bounded(value, MaxFact) != _facts.GetValueOrDefault(key, fact.Nothing));

    private static string Names(RecordSchema schema)
    {
        string names = string.Join(", ", schema.Values.Take(8).Select(v => v.Unit.Length == 0 ? v.Name : $"{v.Name} [{v.Unit}]"));
        return schema.ValueCount > 8 ? names + ", ..." : names;
    }
}
