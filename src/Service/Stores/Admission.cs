using System.Globalization;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Bounds the memory of the service, bytes of bodies and rows of batches that wait or are being written, and refuses more with
/// status 429. <c>RequestBody</c> enters the bytes of a request before it reads them and while they are unpacked, and the rows
/// as they are decoded. It releases both after the work on the store has ended. Thread-safe.
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

    /// <summary>Enters bytes of a body.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="held">Bytes that the same request has entered before.</param>
    /// <exception cref="RefusalException">The queue is full.</exception>
    public void EnterBytes(long bytes, long held = 0) => Enter(ref _bytes, bytes, held, mostBytes, "bytes of bodies");

    /// <summary>Enters rows of a batch.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="held">Rows that the same request has entered before.</param>
    /// <exception cref="RefusalException">The queue is full.</exception>
    public void EnterRows(int rows, int held = 0) => Enter(ref _rows, rows, held, mostRows, "records");

    /// <summary>Releases bytes and rows. Call it once per request, with exactly the amounts that were entered.</summary>
    public void Leave(long bytes, int rows)
    {
        Interlocked.Add(ref _bytes, -bytes);
        Interlocked.Add(ref _rows, -rows);
    }

    // A request larger than the limit enters if it is alone: otherwise it could never enter.
    private static void Enter(ref long all, long amount, long held, long most, string what)
    {
        long now = Interlocked.Add(ref all, amount);
        if (now > most && now > held + amount)
        {
            Interlocked.Add(ref all, -amount);
            throw new RefusalException(429, string.Create(CultureInfo.InvariantCulture,
                $"The queue is full: {now - amount:N0} {what} wait for the store, and it takes {most:N0}."))
            {
                Remedy = "Send the same request again later, or fewer at a time.",
                RetryAfterS = 1,
            };
        }
    }
}
