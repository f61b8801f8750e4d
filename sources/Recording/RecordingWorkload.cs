using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// A workload of recordings of real equipment. <see cref="InputWorkload"/> opens it before a sweep, in each source process too.
/// It copies each recording once into a temporary file, from which sources replay it, so that no input file is read while a trial
/// is timed. When there are more sources than recordings, sources share a recording. A source that needs more records than its
/// part has repeats them with later timestamps.
/// </summary>
public sealed class RecordingWorkload : IWorkload
{
    private readonly List<SpoolFile> _spools = [];
    private readonly RecordingSlice[] _slices;
    private readonly long _maxRecords;

    /// <summary>Copies the records.</summary>
    /// <param name="readers">Opens the reader of each recording.</param>
    /// <param name="name">The input's name.</param>
    /// <param name="facts">Facts that identify the input.</param>
    /// <param name="folder">Folder for the temporary files.</param>
    /// <param name="request">Sources, their records, and how they divide a recording.</param>
    /// <param name="complete">Adds the facts that are known only after reading.</param>
    /// <exception cref="InputException">An input is malformed or empty, has too few rows or values to share, would be repeated
    /// beyond the year 9999, or the disk is full.</exception>
    internal RecordingWorkload(
        IReadOnlyList<Func<IRecordReader>> readers,
        string name,
        IReadOnlyDictionary<string, string> facts,
        string folder,
        RecordingRequest request,
        Action<Dictionary<string, string>> complete)
    {
        Name = name;
        _maxRecords = request.RecordsPerSource;
        try
        {
            var all = new Dictionary<string, string>(facts, StringComparer.Ordinal);
            RecordSchema? schema = null;
            for (int i = 0; i < readers.Count; i++)
            {
                using var reader = readers[i]();
                schema ??= reader.Schema;
                if (!schema.Values.SequenceEqual(reader.Schema.Values))
                {
                    throw new InputException(
                        $"{name}: its files have different values. Choose files of one kind with the input option match=.");
                }

                _spools.Add(SpoolFile.Create(reader, request.MaxRows(readers.Count), folder, name));
                RecordingFacts.AddReader(all, reader.Facts, i, readers.Count);
            }

            int sharers = request.SharersOf(0, readers.Count);
            Schema = request.Share == RecordingShare.Channels && sharers > 1 ? ChannelSharing.SchemaOf(name, schema!, sharers)
                : schema!;
            _slices = [.. Enumerable.Range(0, request.Sources).Select(source => SliceOf(source, request))];
            var layout = new RecordingFacts(schema!, [.. _spools.Select(s => s.Profile)], request, _slices.Min(s => s.Rows));
            layout.AddTo(all);
            complete(all);
            Facts = all;
            RefuseBeyondCalendar();
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts { get; }

    /// <inheritdoc/>
    public IRecordSource Open(int source)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(source);
        int place = source % _slices.Length;
        return new RecordingSource(_spools[place % _spools.Count], _slices[place], source, Schema.ValueCount, _maxRecords);
    }

    /// <summary>Deletes the temporary files. Sources that are still open keep theirs until they are disposed.</summary>
    public void Dispose()
    {
        foreach (var spool in _spools)
        {
            spool.Dispose();
        }
    }

    private RecordingSlice SliceOf(int source, RecordingRequest request)
    {
        int spool = source % _spools.Count;
        int sharers = request.SharersOf(spool, _spools.Count);
        long rows = _spools[spool].Profile.Rows;
        if (request.Share == RecordingShare.Time && rows < sharers)
        {
            throw new InputException(
                $"{Name}: {rows} rows cannot be shared by {sharers} sources. Use fewer sources, or the input option share=all.");
        }

        return RecordingSlice.Of(request.Share, source / _spools.Count, sharers, rows, Schema.ValueCount);
    }

    private void RefuseBeyondCalendar()
    {
        const long Latest = (long)(3_155_378_975_999_999_999 - 621_355_968_000_000_000) / 10;
        for (int source = 0; source < _slices.Length; source++)
        {
            var profile = _spools[source % _spools.Count].Profile;
            long repetitions = (_maxRecords - 1) / _slices[source].Rows;
            if (profile.Latest + ((Int128)repetitions * profile.Shift) > Latest)
            {
                throw new InputException(
                    $"{Name}: repeated {repetitions} times its timestamps would go beyond the year 9999. Use fewer records.");
            }
        }
    }
}
