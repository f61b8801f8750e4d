using System.Globalization;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Bounds what the service holds in memory: bytes of bodies and rows of batches that wait or are being written. A request enters
/// its bytes before its body is read and its rows once they are decoded, and leaves with both after its answer
/// (<c>RequestBody</c>). Thread-safe.
/// </summary>
/// <param name="mostBytes">Most bytes of bodies, at least 1.</param>
/// <param name="mostRows">Most rows of batches, at least 1.</param>
internal sealed class Admission(long mostBytes, long mostRows)
{
    private long _bytes;
    private long _rows;

    /// <summary>Bytes held now.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Rows held now.</summary>
    public long Rows => Interlocked.Read(ref _rows);

    /// <summary>Enters the bytes of a body.</summary>
    /// <exception cref="RefusalException">The queue is full.</exception>
    public void EnterBytes(long bytes) => Enter(ref _bytes, bytes, mostBytes, "bytes of bodies");

    /// <summary>Enters the rows of a batch.</summary>
    /// <exception cref="RefusalException">The queue is full.</exception>
    public void EnterRows(int rows) => Enter(ref _rows, rows, mostRows, "records");

    /// <summary>Releases bytes and rows. Call it once per request, with exactly the amounts that were entered.</summary>
    public void Leave(long bytes, int rows)
    {
        Interlocked.Add(ref _bytes, -bytes);
        Interlocked.Add(ref _rows, -rows);
    }

    // A request larger than the limit enters if it is alone: otherwise it could never enter.
    private static void Enter(ref long held, long amount, long most, string what)
    {
        long now = Interlocked.Add(ref held, amount);
        if (now > most && now > amount)
        {
            Interlocked.Add(ref held, -amount);
            throw new RefusalException(429, string.Create(CultureInfo.InvariantCulture,
                $"The queue is full: {now - amount:N0} {what} wait for the store, and it takes {most:N0}."))
            {
                Remedy = "Send the same request again later, or fewer at a time.",
                RetryAfterS = 1,
            };
        }
    }
}
