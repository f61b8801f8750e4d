using System.Buffers;
using DbIngest.Service.Problems;
using DbIngest.Service.Stores;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Service.Http;

/// <summary>The body of a request, whole, in a rented array. Disposing gives the array and its place in the queue back.</summary>
internal sealed class RequestBody : IDisposable
{
    private readonly Admission _admission;
    private readonly long _admitted;
    private byte[] _bytes;
    private int _rows;

    private RequestBody(Admission admission, long admitted, byte[] bytes)
    {
        _admission = admission;
        _admitted = admitted;
        _bytes = bytes;
    }

    /// <summary>Bytes of the body.</summary>
    public int Length { get; private set; }

    /// <summary>The body.</summary>
    public ReadOnlySpan<byte> Span => _bytes.AsSpan(0, Length);

    /// <summary>Reads a body.</summary>
    /// <param name="context">The request.</param>
    /// <param name="admission">Bounds what waits.</param>
    /// <param name="most">Most bytes, which the server enforces too.</param>
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

        // A body without a length may become as long as is allowed.
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

    /// <summary>Enters the rows of the body's batch into the queue, until the body is disposed.</summary>
    /// <exception cref="RefusalException">The queue is full.</exception>
    public void EnterRows(int rows)
    {
        _admission.EnterRows(rows);
        _rows += rows;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        _admission.Leave(_admitted, _rows);
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
