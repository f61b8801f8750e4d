using System.Numerics;
using System.Runtime.InteropServices;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Writes timestamps that are one second apart. <see cref="SyntheticSource.Fill"/> calls it for every batch, on the timed path.
/// Allocates nothing.
/// </summary>
internal static class Cadence
{
    /// <summary>Writes <c>first</c> and adds <see cref="SyntheticWorkload.CadenceMicroseconds"/> from each to the next.</summary>
    /// <param name="timestamps">Receives the timestamps; all of it is filled.</param>
    /// <param name="first">The first one, in microseconds since 1970.</param>
    public static void Write(Span<long> timestamps, long first)
    {
        const long Step = SyntheticWorkload.CadenceMicroseconds;
        var vectors = MemoryMarshal.Cast<long, Vector<long>>(timestamps);
        var next = new Vector<long>(first) + (Vector<long>.Indices * Step);
        for (int i = 0; i < vectors.Length; i++)
        {
            vectors[i] = next;
            next += new Vector<long>(Step * Vector<long>.Count);
        }

        for (int i = vectors.Length * Vector<long>.Count; i < timestamps.Length; i++)
        {
            timestamps[i] = first + (i * Step);
        }
    }
}
