using System.Runtime.Intrinsics;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// One synthetic meter. <see cref="SyntheticWorkload.Open"/> creates it. Lanes call <see cref="Fill"/> for each batch of the
/// timed region, and the audit again afterwards. It computes any record from seed, source and sequence alone, always with the
/// same bits, and allocates nothing. Each lane opens its own object, since the object caches its last block without a lock.
/// </summary>
internal sealed class SyntheticSource : IRecordSource
{
    private const int MeterColumns = 9;
    private const int NoiseStreams = 7;

    private readonly MeterPhase _l1;
    private readonly MeterPhase _l2;
    private readonly MeterPhase _l3;
    private readonly ulong[] _noiseKeys;
    private readonly ulong _gridFrequency;
    private readonly ulong _events;
    private readonly long _firstTimestamp;
    private readonly ExtraChannel[] _extras;
    private readonly int _width;
    private readonly int _columns;

    // The last computed block, which consecutive small batches share.
    private long _cachedIndex = -1;
    private MeterBlock _cachedBlock;
    private MeterEvent _cachedEvent;

    /// <summary>Creates the meter.</summary>
    /// <param name="columns">Values per record.</param>
    /// <param name="width">Rows computed at once: 1, 4 or 8. It decides the speed, never the values.</param>
    public SyntheticSource(ulong seed, int source, int columns, int width)
    {
        Source = source;
        _columns = columns;
        _width = width;
        _l1 = new(seed, source, 0);
        _l2 = new(seed, source, 1);
        _l3 = new(seed, source, 2);
        _noiseKeys =
        [
            _l1.VoltageKey, _l2.VoltageKey, _l3.VoltageKey, _l1.CurrentKey, _l2.CurrentKey, _l3.CurrentKey,
            Noise.Key(seed, source, MeterStreams.FrequencyNoise),
        ];
        _gridFrequency = Noise.Key(seed, -1, MeterStreams.GridFrequency);
        _events = Noise.Key(seed, source, MeterStreams.Events);
        _firstTimestamp = SyntheticWorkload.EpochMicroseconds
            + (long)(Noise.Uniform(Noise.Key(seed, source, MeterStreams.ClockOffset), 0) * SyntheticWorkload.CadenceMicroseconds);
        _extras = new ExtraChannel[Math.Max(0, columns - MeterColumns)];
        for (int extra = 0; extra < _extras.Length; extra++)
        {
            _extras[extra] = new(seed, source, extra);
        }
    }

    /// <summary>The most rows that this processor computes at once.</summary>
    public static int WidestRows =>
        Vector512.IsHardwareAccelerated ? EightRows.Count : Vector256.IsHardwareAccelerated ? FourRows.Count : OneRow.Count;

    private int Source { get; }

    /// <inheritdoc/>
    public void Fill(RecordBatch batch, long firstSequence, int count)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(batch.Schema.ValueCount, _columns);
        ArgumentOutOfRangeException.ThrowIfNegative(firstSequence);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(firstSequence, SyntheticWorkload.MaxSequence - count);
        batch.Reset(Source, firstSequence, count);
        Cadence.Write(batch.Timestamps.AsSpan(0, count), _firstTimestamp
            + (firstSequence * SyntheticWorkload.CadenceMicroseconds));
        batch.Qualities.AsSpan(0, count).Clear();
        for (int row = 0; row < count;)
        {
            long sequence = firstSequence + row;
            int start = (int)(sequence % MeterBlock.Rows);
            int rows = Math.Min(MeterBlock.Rows - start, count - row);
            FillBlock(batch, row, sequence / MeterBlock.Rows, start, rows);
            row += rows;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    /// <summary>Fills rows of one block, split where an event begins or ends.</summary>
    private void FillBlock(RecordBatch batch, int row, long index, int start, int rows)
    {
        if (index != _cachedIndex)
        {
            Load(index);
        }

        int end = start + rows;
        int eventStart = Math.Clamp(_cachedEvent.FirstRow, start, end);
        int eventEnd = Math.Clamp(_cachedEvent.EndRow, eventStart, end);
        FillRows(batch, row, _cachedBlock, index, start, eventStart - start);
        if (eventEnd > eventStart)
        {
            int at = row + eventStart - start;
            FillRows(batch, at, _cachedBlock.During(_cachedEvent), index, eventStart, eventEnd - eventStart);
            batch.Qualities.AsSpan(at, eventEnd - eventStart).Fill((uint)RecordQuality.Event);
        }

        FillRows(batch, row + eventEnd - start, _cachedBlock, index, eventEnd, end - eventEnd);
        for (int extra = 0; extra < _extras.Length; extra++)
        {
            FillExtra(batch, extra, row, index, start, rows);
        }
    }

    private void Load(long index)
    {
        double frequency = GridFrequency(index);
        _cachedBlock = new()
        {
            L1 = _l1.At(index),
            L2 = _l2.At(index),
            L3 = _l3.At(index),
            Frequency = frequency,
            FrequencySlope = (GridFrequency(index + 1) - frequency) * (1.0 / MeterBlock.Rows),
        };
        _cachedEvent = MeterEvent.Of(_events, index);
        _cachedIndex = index;
    }

    private double GridFrequency(long block) =>
        50 + (0.04 * SlowNoise.At(_gridFrequency, block)) + (0.015 * Noise.At(_gridFrequency, ~block));

    private unsafe void FillRows(RecordBatch batch, int row, in MeterBlock block, long index, int start, int rows)
    {
        if (rows == 0)
        {
            return;
        }

        ulong* keys = stackalloc ulong[NoiseStreams];
        ulong step = (ulong)((index * MeterBlock.Rows) + start) * Noise.Gamma;
        for (int stream = 0; stream < NoiseStreams; stream++)
        {
            keys[stream] = _noiseKeys[stream] + step;
        }

        double* unwanted = stackalloc double[MeterBlock.Rows];
        double** columns = stackalloc double*[MeterColumns];
        fixed (double* values = batch.Values)
        {
            for (int column = 0; column < MeterColumns; column++)
            {
                columns[column] = column < _columns ? values + (column * batch.Capacity) + row : unwanted;
            }

            int done = _width switch
            {
                8 => MeterKernel<EightRows>.Run(block, keys, columns, start, rows),
                4 => MeterKernel<FourRows>.Run(block, keys, columns, start, rows),
                _ => 0,
            };
            if (done < rows)
            {
                for (int stream = 0; stream < NoiseStreams; stream++)
                {
                    keys[stream] += (ulong)done * Noise.Gamma;
                }

                for (int column = 0; column < MeterColumns; column++)
                {
                    columns[column] += done;
                }

                MeterKernel<OneRow>.Run(block, keys, columns, start + done, rows - done);
            }
        }
    }

    private unsafe void FillExtra(RecordBatch batch, int extra, int row, long index, int start, int rows)
    {
        var channel = _extras[extra];
        double level = channel.Level(index);
        double slope = (channel.Level(index + 1) - level) * (1.0 / MeterBlock.Rows);
        double amplitude = channel.Amplitude;
        ulong key = channel.NoiseKey + ((ulong)((index * MeterBlock.Rows) + start) * Noise.Gamma);
        fixed (double* values = batch.Values)
        {
            double* column = values + ((MeterColumns + extra) * batch.Capacity) + row;
            int done = _width switch
            {
                8 => NoisyLine<EightRows>.Run(level, slope, amplitude, key, column, start, rows),
                4 => NoisyLine<FourRows>.Run(level, slope, amplitude, key, column, start, rows),
                _ => 0,
            };
            NoisyLine<OneRow>.Run(level, slope, amplitude, key + ((ulong)done * Noise.Gamma), column + done, start + done,
                rows - done);
        }
    }
}
