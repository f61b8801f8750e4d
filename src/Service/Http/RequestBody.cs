using System.Buffers;
using DbIngest.Service.Problems;
using DbIngest.Service.Stores;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Service.Http;

/// <summary>
/// The whole body of a request, in a rented array. <see cref="RecordRoutes"/> and <see cref="InfluxRoutes"/> read it first and
/// dispose it after the work on the store has ended. Disposing returns the array and leaves the <see cref="Admission"/>. Dispose
/// it exactly once: a second call would return an array that another request uses.
/// </summary>
internal sealed class RequestBody : IDisposable
{
    private readonly Admission _admission;
    private long _admitted;
    private byte[] _bytes;

    private RequestBody(Admission admission, long admitted, byte[] bytes)
    {
        _admission = admission;
        _admitted = admitted;
        _bytes = bytes;
    }

    /// <summary>Bytes of the body.</summary>
    public int Length { get; private set; }

    /// <summary>The body. Invalid once this object is disposed.</summary>
    public ReadOnlySpan<byte> Span => Memory.Span;

    /// <inheritdoc cref="Span"/>
    public ReadOnlyMemory<byte> Memory => _bytes.AsMemory(0, Length);

    /// <summary>Rows that were entered.</summary>
    public int Rows { get; private set; }

    /// <summary>Reads a body.</summary>
    /// <param name="context">The request.</param>
    /// <param name="admission">Admits the bytes before any is read. A body of unknown length enters with the most bytes.</param>
    /// <param name="most">Most bytes of a body. The web server enforces them too, also for a body of unknown length.</param>
    /// <exception cref="RefusalException">The body is too large, or the queue is full.</exception>
    public static async ValueTask<RequestBody> Read(HttpContext context, Admission admission, int most)
    {
        long? length = context.Request.ContentLength;
        if (length > most)
        {
            throw new RefusalException(StatusCodes.Status413PayloadTooLarge, $"The body has {length} bytes; {most} are taken.")
            {
                Field = "Content-Length",
                Remedy = "Send smaller batches.",
            };
        }

        // A body of unknown length may grow up to the limit.
        long admitted = length ?? most;
        admission.EnterBytes(admitted);
        var body = new RequestBody(admission, admitted, ArrayPool<byte>.Shared.Rent((int)Math.Max(length ?? 4096, 1)));
        try
        {
            await body.Fill(context.Request.Body, length, context.RequestAborted);
            return body;
        }
        catch
        {
            body.Dispose();
            throw;
        }
    }

    /// <summary>A stream of the body. Invalid once this object is disposed.</summary>
    public Stream Open() => new MemoryStream(_bytes, 0, Length, writable: false);

    /// <summary>Admits further bytes, into which the body is unpacked. They leave when the body is disposed.</summary>
    /// <exception cref="RefusalException">The queue is full.</exception>
    public void EnterBytes(int bytes)
    {
        _admission.EnterBytes(bytes, _admitted);
        _admitted += bytes;
    }

    /// <summary>Admits the rows of the decoded batch, or further ones. They leave when the body is disposed.</summary>
    /// <exception cref="RefusalException">The queue is full.</exception>
    public void EnterRows(int rows)
    {
        _admission.EnterRows(rows, Rows);
        Rows += rows;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        _admission.Leave(_admitted, Rows);
    }

    private async ValueTask Fill(Stream stream, long? length, CancellationToken aborted)
    {
        while (length is null || Length < length)
        {
            if (Length == _bytes.Length)
            {
                byte[] larger = ArrayPool<byte>.Shared.Rent(_bytes.Length * 2);
                _bytes.AsSpan(0, Length).CopyTo(larger);
                ArrayPool<byte>.Shared.Return(_bytes);
                _bytes = larger;
            }

            int read = await stream.ReadAsync(_bytes.AsMemory(Length), aborted);
            if (read == 0)
            {
                break;
            }

            Length += read;
        }
    }
}
