using System.Buffers.Binary;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Detects binary samples whose length differs from their configuration's. <see cref="BinaryDecoder"/> calls it once, before the
/// first sample. Without this check, every sample but the first would be read at a wrong place.
/// </summary>
internal static class SampleSpacing
{
    private const int Following = 4;
    private const int MinSampleBytes = 8;
    private const int MaxSampleBytes = 64 * 1024;

    /// <summary>
    /// Refuses data whose sample numbers count on at another distance than the configuration's, and not at the configuration's.
    /// </summary>
    /// <param name="data">The data from the first sample on, as far as it is in the window.</param>
    /// <param name="sampleBytes">Bytes per sample by the configuration.</param>
    /// <param name="statusWords">Number of 2-byte status words per sample.</param>
    /// <exception cref="InputException">The samples have another length.</exception>
    public static void Check(string file, ReadOnlySpan<byte> data, int sampleBytes, int statusWords)
    {
        if (data.Length < sampleBytes + 4 || CountsOn(data, sampleBytes, 1))
        {
            return;
        }

        for (int bytes = MinSampleBytes; bytes <= MaxSampleBytes && bytes <= (data.Length - 4) / Following; bytes++)
        {
            if (!CountsOn(data, bytes, Following))
            {
                continue;
            }

            string reason = statusWords > 0 && bytes == sampleBytes + (2 * statusWords)
                ? "its status words have 4 bytes each, where the standard's have 2"
                : "the data is not that of this configuration, or the recorder stores channels that it does not list";
            throw Refusal.At(
                file, 0, FormattableString.Invariant(
                    $"its samples have {bytes} bytes, and the configuration's have {sampleBytes}: {reason}"));
        }
    }

    /// <summary>True when the samples after the first have the next numbers.</summary>
    private static bool CountsOn(ReadOnlySpan<byte> data, int sampleBytes, int following)
    {
        uint first = BinaryPrimitives.ReadUInt32LittleEndian(data);
        for (int sample = 1; sample <= following; sample++)
        {
            if (BinaryPrimitives.ReadUInt32LittleEndian(data[(sample * sampleBytes)..]) != first + (uint)sample)
            {
                return false;
            }
        }

        return true;
    }
}
