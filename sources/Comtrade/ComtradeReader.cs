using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Reads one COMTRADE recording: each of its samples becomes a record. <see cref="ComtradeFormat"/> opens it.
/// <c>FilesReader</c> reads it once, in order, before the first trial: for <c>SpoolWriter</c>, <c>InputInspector</c> or
/// <c>RecordingExport</c>. It never seeks back, so the content may be a compressed stream. Not thread-safe.
/// </summary>
internal sealed class ComtradeReader : IRecordReader
{
    private readonly ComtradeConfiguration _configuration;
    private readonly SampleClock _clock;
    private readonly ISampleDecoder _decoder;
    private readonly ComtradeOptions _options;
    private long _records;

    /// <summary>Opens a reader.</summary>
    /// <param name="name">The data file, for messages.</param>
    /// <param name="data">The data; disposed with the reader.</param>
    /// <exception cref="InputException">The channels do not fit a record, or a transformer ratio is invalid.</exception>
    public ComtradeReader(string name, ComtradeConfiguration configuration, Stream data, ComtradeOptions options)
    {
        _configuration = configuration;
        _options = options;
        _clock = new SampleClock(configuration);
        var map = new ChannelMap(name, configuration, options);
        Schema = map.Schema;
        Scales = ScalesOf(configuration.Coding, map);
        var badRows = new MalformedRows(name, options.SkipBadRows);
        var window = new DataWindow(data);
        _decoder = configuration.Coding == ComtradeCoding.Ascii
            ? new AsciiDecoder(configuration, map, _clock, window, badRows, options.Raw)
            : new BinaryDecoder(configuration, map, _clock, window, badRows, options.Raw);
    }

    /// <summary>The configuration, for tests and tools.</summary>
    public ComtradeConfiguration Configuration => _configuration;

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyList<ColumnScale>? Scales { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => ComtradeFacts.Of(_configuration, _options, _clock, _decoder, _records);

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int rows = 0;
        while (rows < batch.Capacity)
        {
            int read = _decoder.Decode(batch, rows, batch.Capacity - rows);
            if (read == 0)
            {
                break;
            }

            rows += read;
        }

        batch.Reset(0, _records, rows);
        _records += rows;
        return rows;
    }

    /// <summary>Returns the scaling of each analogue channel. These are the first values.</summary>
    private static ColumnScale[]? ScalesOf(ComtradeCoding coding, ChannelMap map) =>
        coding is ComtradeCoding.Binary or ComtradeCoding.Binary32
        ? [.. map.Multipliers.Zip(map.Offsets,
            (a, b) => new ColumnScale(coding == ComtradeCoding.Binary ? SampleKind.Int16 : SampleKind.Int32, a, b))]
        : null;

    /// <inheritdoc/>
    public void Dispose() => _decoder.Dispose();
}
